//! Prints nodes, time and speed of the fixed search: `bench [DEPTH]`.

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (nodes, time) = ferz_engine::engine(ferz_rules::Variant::Normal).bench(depth);
    println!("{nodes} nodes {} ms {:.0} nps", time.as_millis(), nodes as f64 / time.as_secs_f64());
}
