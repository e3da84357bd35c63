//! An engine's process: started in a group of its own, ended with everything it has started there;
//! for what has left the group see `orphans`.
//!
//! On Linux each engine has a *guard* beside it: a process of a few instructions that waits on a
//! pipe whose other end we hold. When that end closes without a word, however we ended, the guard
//! kills the engine's group; so not even `kill -9` of the host leaves an engine behind.

use crate::Launch;
use crate::fault::Fault;
#[cfg(target_os = "linux")]
use crate::orphans;
use crate::streams::{Reader, Streams};
use ferz_link::Protocol;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use tokio::process::{Child, Command};

/// A running engine.
pub(crate) struct Process {
    child: Child,
    /// The group, which has the number of its first process.
    #[cfg(unix)]
    group: i32,
    #[cfg(target_os = "linux")]
    leash: guard::Leash,
    #[cfg(target_os = "linux")]
    mark: orphans::Mark,
}

/// The program, and where it runs. An engine of UCCI finds its books beside itself (`X-354`).
fn place(launch: &Launch) -> (PathBuf, Option<PathBuf>) {
    let program = PathBuf::from(&launch.program);
    let has_folder = program.parent().is_some_and(|folder| !folder.as_os_str().is_empty());
    if launch.directory.is_some() || launch.protocol != Some(Protocol::Ucci) || !has_folder {
        return (program, launch.directory.clone());
    }
    // Once it runs elsewhere a relative name would be another one.
    let program = program.canonicalize().unwrap_or(program);
    let folder = program.parent().map(Path::to_owned);
    (program, folder)
}

impl Process {
    pub(crate) fn start(launch: &Launch) -> Result<(Process, Streams), Fault> {
        let not_started = |reason| Fault::NotStarted {
            program: launch.program.to_string_lossy().into_owned(),
            reason,
        };
        let (program, directory) = place(launch);
        let mut command = Command::new(program);
        command
            .args(&launch.arguments)
            .envs(&launch.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        {
            command.process_group(0);
            share::assign(&mut command, launch);
        }
        #[cfg(target_os = "linux")]
        let leash = guard::Leash::new(&mut command).map_err(not_started)?;
        #[cfg(target_os = "linux")]
        let (mark, mut child) = orphans::Mark::spawn(&mut command).map_err(not_started)?;
        #[cfg(not(target_os = "linux"))]
        let mut child = command.spawn().map_err(not_started)?;
        let output = child.stdout.take().expect("a pipe was asked for");
        let input = child.stdin.take().expect("a pipe was asked for");
        let errors: Reader = Box::new(child.stderr.take().expect("a pipe was asked for"));
        let streams = Streams { errors: Some(errors), ..Streams::new(output, input) };
        let process = Process {
            #[cfg(unix)]
            group: child.id().expect("a process that was not waited for has a number") as i32,
            #[cfg(target_os = "linux")]
            leash,
            #[cfg(target_os = "linux")]
            mark,
            child,
        };
        Ok((process, streams))
    }

    /// Waits for its end. May be called again after it.
    pub(crate) async fn ended(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Its exit status, if it has ended.
    pub(crate) fn try_ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Asks it, and all it has started, to end.
    pub(crate) fn terminate(&mut self) {
        #[cfg(unix)]
        self.signal(Signal::TERM);
        #[cfg(not(unix))]
        let _ = self.child.start_kill();
    }

    /// Makes it listen, where it has asked for that (`C-042`). There are no such signals elsewhere
    /// (`C-046`).
    pub(crate) fn alert(&mut self) {
        #[cfg(unix)]
        if let Some(process) = self.child.id().and_then(|id| Pid::from_raw(id as i32)) {
            // Our child, which was not waited for.
            let _ = kill_process(process, Signal::INT);
        }
    }

    /// Ends it, and all it has started.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        self.signal(Signal::KILL);
        let _ = self.child.start_kill();
    }

    /// Ends what it has left behind outside its group.
    pub(crate) async fn sweep(&mut self) {
        #[cfg(target_os = "linux")]
        {
            self.mark.forget();
            orphans::sweep_all().await;
        }
    }

    /// Interrupts it, and all it has started, as a terminal does.
    #[cfg(unix)]
    pub(crate) fn interrupt(&mut self) {
        self.signal(Signal::INT);
    }

    /// The group of its processes.
    #[cfg(unix)]
    pub(crate) fn group(&self) -> i32 {
        self.group
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        // The group that we made for the engine; nothing of ours is in it. If nobody is left in it,
        // the call fails, which is what we want.
        if let Some(group) = Pid::from_raw(self.group) {
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // What the engine has left behind goes with it.
        self.kill();
        #[cfg(target_os = "linux")]
        {
            self.leash.dismiss();
            self.mark.forget();
            orphans::sweep();
        }
    }
}

/// How much of the machine an engine gets.
#[cfg(unix)]
mod share {
    use crate::Launch;
    use tokio::process::Command;

    pub(super) fn assign(command: &mut Command, launch: &Launch) {
        if launch.nice > 0 {
            let nice = i32::from(launch.nice.min(19));
            // SAFETY: what runs between fork and exec is two system calls.
            unsafe {
                command.pre_exec(move || rustix::process::nice(nice).map(drop).map_err(Into::into));
            }
        }
        #[cfg(target_os = "linux")]
        if !launch.cores.is_empty() {
            let mut set = rustix::thread::CpuSet::new();
            let known = rustix::thread::CpuSet::MAX_CPU;
            launch.cores.iter().filter(|core| **core < known).for_each(|core| set.set(*core));
            // SAFETY: as above; the set is a plain value.
            unsafe {
                command.pre_exec(move || {
                    rustix::thread::sched_setaffinity(None, &set).map_err(Into::into)
                });
            }
        }
    }
}

#[cfg(target_os = "linux")]
mod guard {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::AsRawFd;
    use tokio::process::Command;

    /// Our end of the pipe to an engine's guard.
    pub(super) struct Leash(File);

    impl Leash {
        /// Gives the process that `command` will start a guard.
        pub(super) fn new(command: &mut Command) -> io::Result<Leash> {
            let (theirs, ours) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
            // SAFETY: what runs between fork and exec makes system calls only, and touches no
            // memory but its own stack. `theirs` lives in the closure as long as the command.
            unsafe {
                command.pre_exec(move || station(theirs.as_raw_fd()));
            }
            Ok(Leash(File::from(ours)))
        }

        /// The engine has ended and its group was killed: nothing is left to guard. Without this
        /// the guard might hit a stranger who has got the same number since.
        pub(super) fn dismiss(&mut self) {
            // If the guard is gone already, so much the better.
            let _ = self.0.write_all(b".");
        }
    }

    /// Starts the guard of this process, which is about to become the engine.
    fn station(leash: i32) -> io::Result<()> {
        // SAFETY: system calls without memory of others; see `Leash::new`.
        unsafe {
            let group = libc::getpid();
            match fork() {
                -1 => Err(io::Error::last_os_error()),
                0 => {
                    // The guard must be no child of the engine, which may wait for children of its
                    // own: its father ends at once.
                    if fork() == 0 {
                        guard(leash, group);
                    }
                    libc::_exit(0)
                }
                father => {
                    let mut status = 0;
                    while libc::waitpid(father, &mut status, 0) == -1
                        && *libc::__errno_location() == libc::EINTR
                    {}
                    Ok(())
                }
            }
        }
    }

    /// The system call without the C library's preparations, which are not allowed here.
    ///
    /// # Safety
    /// The child may only make system calls.
    unsafe fn fork() -> i32 {
        // SAFETY: a plain fork: no flags but the signal at the end, the same stack.
        unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) as i32 }
    }

    /// Waits until the host dismisses us or is gone.
    ///
    /// # Safety
    /// Only in a process of its own.
    unsafe fn guard(leash: i32, group: i32) -> ! {
        // SAFETY: system calls on descriptors and processes of our own.
        unsafe {
            // Out of the engine's group, and out of the terminal's.
            libc::setsid();
            libc::dup2(leash, 0);
            // Another holder of the engine's pipes keeps them open.
            if libc::syscall(libc::SYS_close_range, 1, u32::MAX, 0) != 0 {
                let most = libc::sysconf(libc::_SC_OPEN_MAX).clamp(256, 1 << 16) as i32;
                for descriptor in 1..most {
                    libc::close(descriptor);
                }
            }
            let mut word = 0u8;
            loop {
                match libc::read(0, (&raw mut word).cast(), 1) {
                    1 => break,
                    -1 if *libc::__errno_location() == libc::EINTR => {}
                    _ => {
                        libc::kill(-group, libc::SIGKILL);
                        break;
                    }
                }
            }
            libc::_exit(0)
        }
    }
}
