//! Finds the magic factors in `src/chess/magics.rs`: `cargo run --release --example find_magics`.
//!
//! For each square, random sparse numbers are tried until one sends all occupancies of the
//! relevant squares to places in the table that hold the right attacks.

const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn main() {
    let mut random = Random(0x0007_e5ee_d0f3_4a11);
    for (name, steps) in [("ROOK_MAGICS", ROOK), ("BISHOP_MAGICS", BISHOP)] {
        println!("pub(super) const {name}: [u64; 64] = [");
        for square in 0..64 {
            let hex = format!("{:016x}", find(square, &steps, &mut random));
            println!("    0x{}_{}_{}_{},", &hex[..4], &hex[4..8], &hex[8..12], &hex[12..]);
        }
        println!("];");
    }
}

fn find(square: i32, steps: &[(i32, i32); 4], random: &mut Random) -> u64 {
    let mask = relevant(square, steps);
    let bits = mask.count_ones();
    let mut cases = Vec::new();
    let mut occupied = 0u64;
    loop {
        cases.push((occupied, attacks(square, steps, occupied)));
        occupied = occupied.wrapping_sub(mask) & mask;
        if occupied == 0 {
            break;
        }
    }
    loop {
        let magic = random.next() & random.next() & random.next();
        let mut table = vec![0u64; 1 << bits];
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let index = (occupied.wrapping_mul(magic) >> (64 - bits)) as usize;
            let free = table[index] == 0 || table[index] == attacks;
            table[index] = attacks;
            free
        });
        if fits {
            return magic;
        }
    }
}

/// The squares whose occupation matters: the rays without their last square.
fn relevant(square: i32, steps: &[(i32, i32); 4]) -> u64 {
    let mut mask = 0;
    for &(dx, dy) in steps {
        let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
        while inside(x + dx, y + dy) && inside(x, y) {
            mask |= 1 << (y * 8 + x);
            (x, y) = (x + dx, y + dy);
        }
    }
    mask
}

fn attacks(square: i32, steps: &[(i32, i32); 4], occupied: u64) -> u64 {
    let mut set = 0;
    for &(dx, dy) in steps {
        let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
        while inside(x, y) {
            set |= 1u64 << (y * 8 + x);
            if occupied & 1 << (y * 8 + x) != 0 {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
    set
}

fn inside(x: i32, y: i32) -> bool {
    (0..8).contains(&x) && (0..8).contains(&y)
}

/// Marsaglia's xorshift64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
