//! The hash table: what the search remembers of positions, shared by all threads without locks.
//!
//! An entry is two 64-bit words, four entries fill one cache line. The first word is the data, the
//! second holds depth, kind and age beside 48 bits of the key mixed with the data, so that a torn
//! write reads as "another position" (Robert Hyatt and Tim Mann, "A lock-less transposition table
//! implementation for parallel search"). Memory is taken on first use, not at start.

use crate::search::score::{self, Value};
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Nothing: only the static evaluation was stored.
    #[default]
    None = 0,
    /// At most the stored one.
    Upper = 1,
    /// At least the stored one.
    Lower = 2,
    /// The stored one.
    Exact = 3,
}

impl Kind {
    fn from_bits(bits: u64) -> Kind {
        match bits & 3 {
            1 => Kind::Upper,
            2 => Kind::Lower,
            3 => Kind::Exact,
            _ => Kind::None,
        }
    }

    /// Whether the true value is at least the stored one.
    #[inline]
    pub(crate) fn is_lower(self) -> bool {
        self as u8 & Kind::Lower as u8 != 0
    }

    /// Whether the true value is at most the stored one.
    #[inline]
    pub(crate) fn is_upper(self) -> bool {
        self as u8 & Kind::Upper as u8 != 0
    }

    /// Whether a value of this kind decides that the node is at least, or below, `beta`.
    #[inline]
    pub(crate) fn decides(self, value: Value, beta: Value) -> bool {
        if value >= beta { self.is_lower() } else { self.is_upper() }
    }
}

/// What is stored for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Packed move; 0 for none.
    pub(crate) mv: u32,
    /// Value; [`score::NONE`] if only the evaluation is known.
    pub(crate) value: Value,
    /// Static evaluation before any correction; [`score::NONE`] in check.
    pub(crate) eval: Value,
    /// Depth of the search that found the value.
    pub(crate) depth: i32,
    /// How to read the value.
    pub(crate) kind: Kind,
    /// Whether the position was ever on a principal variation.
    pub(crate) pv: bool,
}

/// Added to the depth before storing, so that quiescence depths fit a byte; a stored 0 is empty.
const DEPTH_OFFSET: i32 = 7;
/// Entries in a cluster.
const WAYS: usize = 4;
/// Ages count modulo this.
const AGES: u8 = 32;

#[derive(Default)]
#[repr(C, align(16))]
struct Slot {
    data: AtomicU64,
    meta: AtomicU64,
}

#[derive(Default)]
#[repr(C, align(64))]
struct Cluster([Slot; WAYS]);

const KEY_MASK: u64 = !0xFFFF;

/// Spreads the data over the 48 key bits, to tell torn entries.
#[inline]
fn fold(data: u64) -> u64 {
    data.wrapping_mul(0x9E37_79B9_7F4A_7C15) & KEY_MASK
}

#[inline]
fn pack_data(entry: &Entry) -> u64 {
    entry.mv as u64
        | (entry.value as i16 as u16 as u64) << 32
        | (entry.eval as i16 as u16 as u64) << 48
}

#[inline]
fn pack_meta(entry: &Entry, age: u8) -> u64 {
    let depth = (entry.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
    depth << 8 | (age as u64) << 3 | (entry.pv as u64) << 2 | entry.kind as u64
}

#[inline]
fn unpack(data: u64, meta: u64) -> Entry {
    Entry {
        mv: data as u32,
        value: (data >> 32) as u16 as i16 as Value,
        eval: (data >> 48) as u16 as i16 as Value,
        depth: (meta >> 8 & 0xFF) as i32 - DEPTH_OFFSET,
        kind: Kind::from_bits(meta),
        pv: meta & 4 != 0,
    }
}

/// How many searches ago a slot was written.
#[inline]
fn age_of(meta: u64, now: u8) -> i32 {
    (now.wrapping_sub((meta >> 3 & 31) as u8) & (AGES - 1)) as i32
}

/// Zeroed memory of whole clusters, in huge pages where the system gives them.
struct Memory {
    clusters: *mut Cluster,
    count: usize,
}

// SAFETY: the memory is owned by this value and all access to it goes through atomics.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    const HUGE_PAGE: usize = 2 << 20;

    fn layout(count: usize) -> Layout {
        let bytes = count * size_of::<Cluster>();
        let align = if bytes >= Self::HUGE_PAGE { Self::HUGE_PAGE } else { 64 };
        Layout::from_size_align(bytes, align).expect("a table size that fits the address space")
    }

    /// `None` when the system has not enough memory.
    fn try_new(count: usize) -> Option<Memory> {
        assert!(count > 0, "a table has at least one cluster");
        let layout = Self::layout(count);
        // SAFETY: the layout has a size above zero.
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            return None;
        }
        // Before the first touch: what is there in small pages stays so for long.
        #[cfg(target_os = "linux")]
        if layout.align() == Self::HUGE_PAGE {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the range was allocated above and is page-aligned; the advice changes no
            // contents, and a refusal costs only speed.
            _ = unsafe { madvise(memory.cast(), layout.size(), Advice::LinuxHugepage) };
        }
        // SAFETY: the range was allocated above.
        unsafe { memory.write_bytes(0, layout.size()) };
        Some(Memory { clusters: memory.cast(), count })
    }

    fn new(count: usize) -> Memory {
        Memory::try_new(count).unwrap_or_else(|| handle_alloc_error(Self::layout(count)))
    }

    #[inline]
    fn all(&self) -> &[Cluster] {
        // SAFETY: `clusters` points to `count` zeroed clusters; zero is a valid atomic.
        unsafe { std::slice::from_raw_parts(self.clusters, self.count) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with the same layout.
        unsafe { dealloc(self.clusters.cast(), Self::layout(self.count)) };
    }
}

/// The table.
pub(crate) struct Table {
    memory: Memory,
    age: AtomicU8,
}

impl Table {
    /// A table of `megabytes` (at least one), or a smaller one when the system refuses: a
    /// wish beyond the machine is no reason to lose the game.
    pub(crate) fn new(megabytes: usize) -> Table {
        const FEW: usize = 16;
        let clusters = |megabytes: usize| (megabytes.max(1) << 20) / size_of::<Cluster>();
        let memory = Memory::try_new(clusters(megabytes));
        let memory = memory.unwrap_or_else(|| Memory::new(clusters(FEW.min(megabytes))));
        Table { memory, age: AtomicU8::new(0) }
    }

    /// Its size.
    pub(crate) fn megabytes(&self) -> usize {
        (self.memory.count * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything, with several threads for large tables.
    pub(crate) fn clear(&self, threads: usize) {
        let all = self.memory.all();
        let share = all.len().div_ceil(threads.clamp(1, 64)).max(1 << 14);
        std::thread::scope(|scope| {
            let mut parts = all.chunks(share);
            let own = parts.next();
            for part in parts {
                scope.spawn(move || clear_part(part));
            }
            own.map(clear_part);
        });
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what is there ages.
    pub(crate) fn next_search(&self) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1) & (AGES - 1), Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let all = self.memory.all();
        let index = (key as u128 * all.len() as u128) >> 64;
        &all[index as usize]
    }

    /// Brings the cluster of `key` near while there is other work to do.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing the program sees.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch((self.cluster(key) as *const Cluster).cast(), _MM_HINT_T0);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position. Mate values come as stored, relative to the position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        // The cluster is chosen by the high bits of the key, so the low bits tell entries apart.
        let wanted = key << 16;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            let meta = slot.meta.load(Relaxed);
            if (meta ^ fold(data)) & KEY_MASK == wanted && meta & 0xFF00 != 0 {
                return Some(unpack(data, meta));
            }
        }
        None
    }

    /// Remembers `entry`, unless what is there is worth more.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let now = self.age.load(Relaxed);
        let wanted = key << 16;
        let mut victim = &self.cluster(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            let meta = slot.meta.load(Relaxed);
            if meta & 0xFF00 == 0 {
                victim = slot;
                break;
            }
            if (meta ^ fold(data)) & KEY_MASK == wanted {
                if entry.mv == 0 {
                    entry.mv = data as u32;
                }
                let old = (meta >> 8 & 0xFF) as i32 - DEPTH_OFFSET;
                let keep = entry.kind != Kind::Exact
                    && entry.depth + 4 + 2 * entry.pv as i32 <= old
                    && age_of(meta, now) == 0;
                if keep {
                    // Only the move is news.
                    if entry.mv != data as u32 {
                        let data = data & !0xFFFF_FFFF | entry.mv as u64;
                        slot.data.store(data, Relaxed);
                        slot.meta.store(meta & 0xFFFF | (wanted ^ fold(data)), Relaxed);
                    }
                    return;
                }
                victim = slot;
                break;
            }
            let worth = (meta >> 8 & 0xFF) as i32 - 4 * age_of(meta, now);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack_data(&entry);
        victim.data.store(data, Relaxed);
        victim.meta.store(pack_meta(&entry, now) | (wanted ^ fold(data)), Relaxed);
    }

    /// How full the table is, in per mille, by entries of the current search in a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let now = self.age.load(Relaxed);
        let sample = &self.memory.all()[..self.memory.count.min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let meta = slot.meta.load(Relaxed);
                meta & 0xFF00 != 0 && age_of(meta, now) == 0
            })
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

fn clear_part(part: &[Cluster]) {
    for slot in part.iter().flat_map(|cluster| &cluster.0) {
        slot.data.store(0, Relaxed);
        slot.meta.store(0, Relaxed);
    }
}

impl Entry {
    /// An entry that holds a static evaluation alone.
    pub(crate) fn eval_only(eval: Value, pv: bool) -> Entry {
        Entry { mv: 0, value: score::NONE, eval, depth: -DEPTH_OFFSET + 1, kind: Kind::None, pv }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, value: Value) -> Entry {
        Entry { mv: 77, value, eval: -12, depth, kind: Kind::Lower, pv: true }
    }

    /// A small generator of test keys (xorshift64*, Marsaglia and Vigna).
    fn keys() -> impl Iterator<Item = u64> {
        let mut x = 0x2545_F491_4F6C_DD1Du64;
        std::iter::repeat_with(move || {
            x ^= x >> 12;
            x ^= x << 25;
            x ^= x >> 27;
            x.wrapping_mul(0x2545_F491_4F6C_DD1D)
        })
    }

    #[test]
    fn gives_back_what_it_got() {
        let table = Table::new(1);
        for (i, key) in keys().take(5_000).enumerate() {
            let put = entry(i as i32 % 100, (i as i32 * 13) % 32_000 - 16_000);
            table.store(key, put);
            assert_eq!(table.probe(key), Some(put));
        }
    }

    #[test]
    fn does_not_know_what_it_never_got() {
        let table = Table::new(1);
        let known: Vec<u64> = keys().take(20_000).collect();
        for &key in &known {
            table.store(key, entry(5, 1));
        }
        assert!(keys().skip(20_000).take(20_000).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn a_torn_entry_reads_as_absent() {
        let table = Table::new(1);
        table.store(42 << 20, entry(9, 100));
        let slot = &table.cluster(42 << 20).0[0];
        slot.data.store(slot.data.load(Relaxed) ^ 1 << 35, Relaxed);
        assert_eq!(table.probe(42 << 20), None);
    }

    #[test]
    fn keeps_the_move_when_a_store_has_none() {
        let table = Table::new(1);
        table.store(1, entry(5, 1));
        table.store(1, Entry { mv: 0, ..entry(6, 2) });
        let got = table.probe(1).expect("stored above");
        assert_eq!((got.mv, got.depth), (77, 6));
    }

    #[test]
    fn keeps_the_deeper_of_one_search_and_forgets_it_later() {
        let table = Table::new(1);
        table.store(1, entry(20, 1));
        table.store(1, entry(3, 2));
        assert_eq!(table.probe(1).map(|e| e.depth), Some(20));
        table.next_search();
        table.store(1, entry(3, 2));
        assert_eq!(table.probe(1).map(|e| e.depth), Some(3));
    }

    #[test]
    fn u353_hashfull_is_per_mille_and_clear_empties() {
        let table = Table::new(1);
        assert_eq!(table.hashfull(), 0);
        for key in keys().take(200_000) {
            table.store(key, entry(4, 0));
        }
        let full = table.hashfull();
        assert!((900..=1000).contains(&full), "{full}");
        table.next_search();
        assert_eq!(table.hashfull(), 0, "entries of earlier searches do not count");
        table.clear(2);
        assert!(keys().take(1000).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let table = Table::new(1);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for (i, key) in keys().take(40_000).enumerate() {
                        let key = key & !0xFF;
                        let value = (key >> 8 & 0xFFF) as Value;
                        if (i + thread) % 2 == 0 {
                            table.store(key, Entry { mv: value as u32 + 1, ..entry(3, value) });
                        } else if let Some(got) = table.probe(key) {
                            assert_eq!((got.value, got.mv), (value, value as u32 + 1));
                        }
                    }
                });
            }
        });
    }
}
