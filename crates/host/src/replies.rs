//! Answers to what an engine asks its user while its owner waits for something else of it.

use crate::actor::Order;
use crate::engine::{Engine, Error};
use crate::fault::Fault;
use ferz_link::Command;
use tokio::sync::{mpsc, oneshot};

/// Where the questions of a running engine are answered; see [`Engine::replies`].
#[derive(Clone)]
pub struct Replies {
    // Whoever could still answer must not keep the engine from ending.
    orders: mpsc::WeakSender<Order>,
}

impl Engine {
    /// Where its questions ([`Event::Question`](crate::Event::Question)) are answered, also while it
    /// thinks. It is of no use once the engine has ended or was started again.
    pub fn replies(&self) -> Replies {
        Replies { orders: self.orders.downgrade() }
    }
}

impl Replies {
    /// Answers the question with this tag. The engine's news have to be taken meanwhile.
    ///
    /// # Errors
    /// If the engine has ended, or cannot be told this.
    pub async fn answer(&self, tag: String, text: String) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        let order = Order::Command(Box::new(Command::Answer { tag, text }), answer);
        let orders = self.orders.upgrade().ok_or(Fault::Ended)?;
        orders.send(order).await.map_err(|_| Fault::Ended)?;
        Ok(answered.await.map_err(|_| Fault::Ended)??)
    }
}
