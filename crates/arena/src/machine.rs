//! What a report says of the machine.

/// Processor, cores and system, as far as they can be told.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plural = if cores == 1 { "core" } else { "cores" };
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    match processor() {
        Some(processor) => format!("{processor}, {cores} {plural}, {system}"),
        None => format!("{cores} {plural}, {system}"),
    }
}

/// What Linux calls it.
fn processor() -> Option<String> {
    let text = ferz_input::file::read_text("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(ferz_input::text::name(name).into_owned()).filter(|name| !name.is_empty())
}
