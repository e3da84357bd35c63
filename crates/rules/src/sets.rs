//! What the sets of squares of all boards share.

/// The operators of a set `$set` that wraps `$bits`, beside sets and single squares.
///
/// `-` is the difference of sets: the squares of the first that are not in the second.
macro_rules! operators {
    ($set:ident, $bits:ty) => {
        $crate::sets::operators! { $set, $bits,
            BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
            BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
            BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
            Sub sub SubAssign sub_assign |a, b| a & !b;
        }
    };
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

pub(crate) use operators;
