//! Evaluations from shared libraries: the C interface of `docs/evalapi.h`.
//!
//! All that is unsafe about them is here. What a library does with the pointers it gets is its own
//! responsibility; what it may rely on, and what is asked of it, is in the header.

use ferz_rules::Searched;
use std::ffi::{CStr, c_char, c_void};
use std::fmt;
use std::mem::offset_of;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

/// The version of the interface.
const VERSION: i32 = 2;
/// The first version knew no pieces in hand; what it had stands where it stood.
const WITHOUT_HANDS: i32 = 1;
/// Places for kinds of pieces in hand: a letter each.
const LETTERS: usize = 26;
/// What a side has in hand, by the letter of the piece.
pub(crate) type Hand = [u8; LETTERS];
/// Places for squares: the largest board of the family has as many.
pub(crate) const SQUARES: usize = 144;

/// A game in the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameCode {
    /// Its number.
    pub(crate) number: i32,
    /// What people call it.
    pub(crate) name: &'static str,
}

impl fmt::Display for GameCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A position as a library sees it: `FerzPosition` of the header.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct Plain {
    key: u64,
    pawn_key: u64,
    game: i32,
    files: i32,
    ranks: i32,
    side_to_move: i32,
    quiet_plies: i32,
    reserved: i32,
    squares: [u8; SQUARES],
    hands: [Hand; 2],
    /// To a multiple of eight bytes.
    padding: [u8; 4],
}

const _: () =
    assert!(size_of::<Plain>() == 2 * 8 + 6 * 4 + SQUARES + 2 * LETTERS + 4, "as in the header");
const _: () =
    assert!(offset_of!(Plain, hands) == 2 * 8 + 6 * 4 + SQUARES, "behind what version 1 had");

/// A position that a library can be shown.
pub(crate) trait Show: Searched {
    /// Which game it belongs to.
    fn code(&self) -> GameCode;
    /// Files and ranks of the board.
    const SIZE: (i32, i32);
    /// The letter of a FEN for each square, 0 for an empty one.
    fn letters(&self, squares: &mut [u8; SQUARES]);
    /// Whether pieces may be in hand.
    const HANDS: bool = false;
    /// How many pieces of each letter the sides have in hand.
    fn hands(&self) -> [Hand; 2] {
        [[0; LETTERS]; 2]
    }

    /// The position as the library sees it.
    fn plain(&self) -> Plain {
        let mut plain = Plain {
            key: self.key(),
            pawn_key: self.pawn_key(),
            game: self.code().number,
            files: Self::SIZE.0,
            ranks: Self::SIZE.1,
            side_to_move: self.side().index() as i32,
            quiet_plies: self.halfmove_clock() as i32,
            reserved: 0,
            squares: [0; SQUARES],
            hands: self.hands(),
            padding: [0; 4],
        };
        self.letters(&mut plain.squares);
        plain
    }
}

type Version = unsafe extern "C" fn() -> i32;
type Name = unsafe extern "C" fn() -> *const c_char;
type Open = unsafe extern "C" fn(i32) -> *mut c_void;
type Close = unsafe extern "C" fn(*mut c_void);
type Root = unsafe extern "C" fn(*mut c_void, *const Plain);
type Value = unsafe extern "C" fn(*mut c_void, *const Plain) -> i32;

/// Why a library is of no use.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// The file cannot be had.
    File(std::io::Error),
    /// The system does not load it.
    Load(libloading::Error),
    /// It lacks a function.
    Lacks(&'static str),
    /// It is made for another interface.
    Version(i32),
    /// It was made before there were pieces in hand, and the game has some.
    Hands,
    /// It does not take the game.
    Game(GameCode),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::File(error) => write!(f, "{error}"),
            Unusable::Load(error) => {
                // Windows keeps the reason apart.
                let cause = std::error::Error::source(error);
                write!(f, "not loaded: {}", cause.map_or(error.to_string(), |why| why.to_string()))
            }
            Unusable::Lacks(name) => write!(f, "it has no function {name}"),
            Unusable::Version(version) => {
                write!(f, "its version is {version}, ours is {VERSION}")
            }
            Unusable::Hands => {
                write!(f, "its version is {WITHOUT_HANDS}, which knows no pieces in hand")
            }
            Unusable::Game(game) => write!(f, "it does not take {game}"),
        }
    }
}

/// A loaded library.
pub(crate) struct Library {
    version: i32,
    name: String,
    open: Open,
    close: Close,
    root: Option<Root>,
    value: Value,
    // The functions are part of it.
    _file: libloading::Library,
}

impl Library {
    /// Loads a library. Its own code runs from now on.
    pub(crate) fn load(path: &Path) -> Result<Library, Unusable> {
        // A bare name would be looked for among the system's libraries.
        let path = path.canonicalize().map_err(Unusable::File)?;
        // SAFETY: naming a library means to trust its initialisers; the header demands no more.
        let file = unsafe { libloading::Library::new(&path) }.map_err(Unusable::Load)?;
        // SAFETY: the header declares the functions under these names with these types, and a
        // library that has the first with our version is made to the header.
        unsafe {
            let version = *symbol::<Version>(&file, "ferz_eval_version")?;
            let number = version();
            match number {
                VERSION | WITHOUT_HANDS => {}
                other => return Err(Unusable::Version(other)),
            }
            let name = *symbol::<Name>(&file, "ferz_eval_name")?;
            let open = *symbol::<Open>(&file, "ferz_eval_open")?;
            let close = *symbol::<Close>(&file, "ferz_eval_close")?;
            let value = *symbol::<Value>(&file, "ferz_eval_value")?;
            let root = symbol::<Root>(&file, "ferz_eval_root").ok().map(|root| *root);
            let name = match name() {
                text if text.is_null() => String::new(),
                text => CStr::from_ptr(text).to_string_lossy().into_owned(),
            };
            Ok(Library { version: number, name, open, close, root, value, _file: file })
        }
    }

    /// What it calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// # Safety
///
/// The function must have the type `T`.
unsafe fn symbol<'a, T>(
    file: &'a libloading::Library,
    name: &'static str,
) -> Result<libloading::Symbol<'a, T>, Unusable> {
    // SAFETY: the caller knows the type.
    unsafe { file.get(name.as_bytes()) }.map_err(|_| Unusable::Lacks(name))
}

/// A library's context for one search thread.
pub(crate) struct Context {
    owner: Arc<Library>,
    pointer: NonNull<c_void>,
}

// SAFETY: the header lets different threads use a context one after another.
unsafe impl Send for Context {}

impl Context {
    /// Opens a context.
    pub(crate) fn open<P: Show>(library: &Arc<Library>, position: &P) -> Result<Context, Unusable> {
        if P::HANDS && library.version == WITHOUT_HANDS {
            return Err(Unusable::Hands);
        }
        let game = position.code();
        // SAFETY: the header allows any number of the games here.
        let pointer = unsafe { (library.open)(game.number) };
        let pointer = NonNull::new(pointer).ok_or(Unusable::Game(game))?;
        Ok(Context { owner: library.clone(), pointer })
    }

    /// A search of this position begins.
    pub(crate) fn root(&mut self, position: &impl Show) {
        if let Some(root) = self.owner.root {
            // SAFETY: the context is open, `&mut` keeps other threads out, and the position lives
            // until the function returns.
            unsafe { root(self.pointer.as_ptr(), &position.plain()) }
        }
    }

    /// The value of a position for the side to move.
    pub(crate) fn value(&mut self, position: &impl Show) -> i32 {
        // SAFETY: as for `root`.
        unsafe { (self.owner.value)(self.pointer.as_ptr(), &position.plain()) }
    }

    /// What its library calls itself.
    pub(crate) fn name(&self) -> &str {
        self.owner.name()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is open, and nobody uses it again.
        unsafe { (self.owner.close)(self.pointer.as_ptr()) }
    }
}
