//! What the sets of squares of the boards of chess and xiangqi share.
//!
//! They are types of their own, and not the `Set` of [`table`](crate::table), because tables of
//! attacks are computed by the compiler, which cannot call methods of a trait, and because their
//! squares are a type that is on the board, where those of a table are numbers.

/// What every set of squares has that does not depend on the board's shape: for the set `$set` of
/// `$square`s, which wraps `$bits` and has a constant `ALL`. `$known` makes a square of an index
/// that is on the board.
///
/// `-` is the difference of sets: the squares of the first that are not in the second.
macro_rules! squares {
    ($set:ident, $bits:ty, $square:ident::$known:ident, $files:literal x $ranks:literal) => {
        impl $set {
            /// No square.
            pub const EMPTY: $set = $set(0);

            /// This square alone.
            #[inline(always)]
            pub const fn of(square: $square) -> $set {
                $set(1 << square.index())
            }

            /// Whether `square` is in the set.
            #[inline(always)]
            pub const fn has(self, square: $square) -> bool {
                self.0 >> square.index() & 1 != 0
            }

            /// Whether there is no square in the set.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether there is a square in the set.
            #[inline(always)]
            pub const fn any(self) -> bool {
                self.0 != 0
            }

            /// The set without its lowest square.
            #[inline(always)]
            pub const fn rest(self) -> $set {
                $set(self.0 & self.0.wrapping_sub(1))
            }

            /// Whether there are two squares or more.
            #[inline(always)]
            pub const fn several(self) -> bool {
                self.rest().any()
            }

            /// How many squares.
            #[inline(always)]
            pub const fn count(self) -> u32 {
                self.0.count_ones()
            }

            /// The lowest square.
            #[inline(always)]
            pub const fn first(self) -> Option<$square> {
                if self.0 == 0 { None } else { Some($square::$known(self.0.trailing_zeros())) }
            }
        }

        impl From<$square> for $set {
            #[inline(always)]
            fn from(square: $square) -> $set {
                $set::of(square)
            }
        }

        impl std::ops::Not for $set {
            type Output = $set;
            #[inline(always)]
            fn not(self) -> $set {
                $set(self.0 ^ Self::ALL.0)
            }
        }

        $crate::sets::operators! { $set, $bits,
            BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
            BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
            BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
            Sub sub SubAssign sub_assign |a, b| a & !b;
        }

        impl IntoIterator for $set {
            type Item = $square;
            type IntoIter = Squares;
            #[inline(always)]
            fn into_iter(self) -> Squares {
                Squares(self)
            }
        }

        impl FromIterator<$square> for $set {
            fn from_iter<I: IntoIterator<Item = $square>>(squares: I) -> $set {
                squares.into_iter().fold($set::EMPTY, |set, square| set | square)
            }
        }

        #[doc = concat!("The squares of a [`", stringify!($set), "`], the lowest first.")]
        #[derive(Clone, Debug)]
        pub struct Squares($set);

        impl Iterator for Squares {
            type Item = $square;
            #[inline(always)]
            fn next(&mut self) -> Option<$square> {
                let square = self.0.first()?;
                self.0 = self.0.rest();
                Some(square)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = self.0.count() as usize;
                (count, Some(count))
            }
        }

        impl ExactSizeIterator for Squares {}

        /// A line for each rank, the first side's own the last, `x` for a member.
        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for rank in (0..$ranks).rev() {
                    writeln!(f)?;
                    for file in 0..$files {
                        f.write_str(if self.has($square::at(file, rank)) { " x" } else { " ." })?;
                    }
                }
                Ok(())
            }
        }
    };
}

/// The operators of a set `$set` that wraps `$bits`, beside sets and single squares.
macro_rules! operators {
    ($set:ident, $bits:ty,
     $($operator:ident $function:ident $assign:ident $assign_function:ident $of:expr;)*) => {$(
        impl<T: Into<$set>> std::ops::$operator<T> for $set {
            type Output = $set;
            #[inline(always)]
            fn $function(self, other: T) -> $set {
                let of: fn($bits, $bits) -> $bits = $of;
                $set(of(self.0, other.into().0))
            }
        }
        impl<T: Into<$set>> std::ops::$assign<T> for $set {
            #[inline(always)]
            fn $assign_function(&mut self, other: T) {
                *self = std::ops::$operator::$function(*self, other);
            }
        }
    )*};
}

pub(crate) use {operators, squares};
