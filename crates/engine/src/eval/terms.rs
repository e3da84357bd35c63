//! The shape of an evaluation's table of numbers, whatever the game.

use super::score::Pair;

/// Where a term belongs, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Group {
    Material,
    Squares,
    Pawns,
    Passed,
    Pieces,
    Mobility,
    Threats,
    Shelter,
    Guards,
    Attack,
    Danger,
    Space,
    Tempo,
    Complexity,
}

/// How a term enters the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Added for the one side, subtracted for the other.
    Linear,
    /// Adds to the danger for a side's king, which then costs that side more than its share: see
    /// [`danger_cost`](super::danger::danger_cost).
    Danger,
    /// Moves the endgame value away from 0 or towards it, never across: see
    /// [`bounded`](super::chess::bounded).
    Complexity,
}

/// A named part of the table.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// How it enters.
    pub class: Class,
    /// Lengths of its arrays from the outside in; empty for a single number.
    pub dims: Vec<usize>,
    /// Index of its first number in the table.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

impl Group {
    /// All groups, in the order to show them.
    pub const ALL: [Group; 14] = [
        Group::Material,
        Group::Squares,
        Group::Pawns,
        Group::Passed,
        Group::Pieces,
        Group::Mobility,
        Group::Threats,
        Group::Shelter,
        Group::Guards,
        Group::Attack,
        Group::Danger,
        Group::Space,
        Group::Tempo,
        Group::Complexity,
    ];
}

impl Field {
    /// Where its numbers are in the table.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len
    }
}

/// A number, or an array of them.
pub(crate) trait Shape {
    fn dims(out: &mut Vec<usize>);
    fn flatten(&self, out: &mut Vec<Pair>);
}

impl Shape for Pair {
    fn dims(_: &mut Vec<usize>) {}
    fn flatten(&self, out: &mut Vec<Pair>) {
        out.push(*self);
    }
}

impl<T: Shape, const N: usize> Shape for [T; N] {
    fn dims(out: &mut Vec<usize>) {
        out.push(N);
        T::dims(out);
    }
    fn flatten(&self, out: &mut Vec<Pair>) {
        self.iter().for_each(|part| part.flatten(out));
    }
}

/// Declares the table of an evaluation: group, class, name and shape of each part.
macro_rules! terms {
    ($($(#[doc = $doc:literal])* $group:ident $class:ident $name:ident: $shape:ty;)*) => {
        /// All numbers of the evaluation.
        #[repr(C)]
        pub(super) struct Params {
            $($(#[doc = $doc])* pub(super) $name: $shape,)*
        }

        /// How many numbers the table has.
        pub const COUNT: usize = size_of::<Params>() / size_of::<$crate::eval::score::Pair>();

        /// The parts of the table, in its order.
        pub fn fields() -> Vec<$crate::eval::terms::Field> {
            vec![$({
                let mut dims = Vec::new();
                <$shape as $crate::eval::terms::Shape>::dims(&mut dims);
                $crate::eval::terms::Field {
                    name: stringify!($name),
                    group: $crate::eval::terms::Group::$group,
                    class: $crate::eval::terms::Class::$class,
                    dims,
                    start: std::mem::offset_of!(Params, $name) / size_of::<$crate::eval::score::Pair>(),
                    len: size_of::<$shape>() / size_of::<$crate::eval::score::Pair>(),
                }
            },)*]
        }

        impl Params {
            /// All numbers in order.
            pub(super) fn flatten(&self) -> Vec<$crate::eval::score::Pair> {
                use $crate::eval::terms::Shape as _;
                let mut out = Vec::with_capacity(COUNT);
                $(self.$name.flatten(&mut out);)*
                out
            }
        }
    };
}

pub(crate) use terms;
