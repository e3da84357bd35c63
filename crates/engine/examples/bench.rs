//! Prints nodes, time and speed of the fixed search: `bench [DEPTH [VARIANT]]`.

use ferz_rules::Variant;

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let variant = std::env::args().nth(2).and_then(|name| Variant::by_name(&name));
    let variant = variant.unwrap_or(Variant::Normal);
    let (nodes, time) = ferz_engine::engine(variant).bench(variant, depth);
    println!("{nodes} nodes {} ms {:.0} nps", time.as_millis(), nodes as f64 / time.as_secs_f64());
}
