//! One SQL text, two drivers, on the database or in a transaction.
//!
//! The first argument of each macro is the executor: a `&Db`, a `&mut Tx` or an [`Executor`](super::Executor); then the
//! row's type if there is one, the text with `$n`, and a value for each `$n`.
//!
//! | Macro | Returns | On SQLite's |
//! |---|---|---|
//! | `execute!` | the number of rows changed | writer |
//! | `query_all!`, `query_opt!` | rows, or at most one row, of a `FromRow` type | readers |
//! | `query_value!` | the one column of the one row | readers |
//! | `write_all!`, `write_opt!`, `write_value!` | the same for a statement that writes (`… RETURNING …`) | writer |
//!
//! In a transaction all of them use its connection. The expressions of the values are expanded once per driver, and only
//! one of the two is evaluated.

macro_rules! run {
    ($executor:expr, $side:ident, |$connection:ident| $statement:expr) => {
        match $executor.executor().$side().await {
            Ok($crate::store::executor::Connection::Postgres(mut lent)) => {
                let $connection = &mut *lent;
                $statement.map_err($crate::store::StoreError::from)
            }
            Ok($crate::store::executor::Connection::Sqlite(mut lent)) => {
                let $connection = &mut *lent;
                $statement.map_err($crate::store::StoreError::from)
            }
            Err(error) => Err(error),
        }
    };
}

macro_rules! execute {
    ($on:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, writer, |connection| sqlx::query($sql)$(.bind($bind))*
            .execute(connection).await.map(|done| done.rows_affected()))
    };
}

macro_rules! query_all {
    ($on:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, reader, |connection| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_all(connection).await)
    };
}

macro_rules! query_opt {
    ($on:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, reader, |connection| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_optional(connection).await)
    };
}

macro_rules! query_value {
    ($on:expr, $value:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, reader, |connection| sqlx::query_scalar::<_, $value>($sql)$(.bind($bind))*
            .fetch_one(connection).await)
    };
}

macro_rules! write_all {
    ($on:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, writer, |connection| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_all(connection).await)
    };
}

macro_rules! write_opt {
    ($on:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, writer, |connection| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_optional(connection).await)
    };
}

macro_rules! write_value {
    ($on:expr, $value:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::run!($on, writer, |connection| sqlx::query_scalar::<_, $value>($sql)$(.bind($bind))*
            .fetch_one(connection).await)
    };
}

pub(crate) use {execute, query_all, query_opt, query_value, run, write_all, write_opt, write_value};
