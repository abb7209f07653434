//! One SQL text, two drivers.
//!
//! `execute!(db, sql, binds…)` answers the number of rows; `query_all!`, `query_opt!` and `query_one!` read rows
//! of a `FromRow` type; `query_value!` reads one column of one row. The same names with `tx_` work inside a
//! [`super::Tx`]. Reads on SQLite go to its readers, `execute!` and everything in a transaction to its writer;
//! a statement that writes and returns rows is `write_all!` or `write_opt!`. Bind expressions are expanded once for each
//! driver, and only one of them runs.

macro_rules! on_pool {
    ($db:expr, $side:ident, |$ex:ident| $body:expr) => {
        match $db {
            $crate::store::Db::Postgres($ex) => $body,
            $crate::store::Db::Sqlite(sqlite) => {
                let $ex = &sqlite.$side;
                $body
            }
        }
    };
}

macro_rules! on_tx {
    ($tx:expr, |$ex:ident| $body:expr) => {
        match $tx {
            $crate::store::Tx::Postgres(tx) => {
                let $ex = &mut **tx;
                $body
            }
            $crate::store::Tx::Sqlite(tx) => {
                let $ex = &mut **tx;
                $body
            }
        }
    };
}

macro_rules! execute {
    ($db:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_pool!($db, write, |ex| sqlx::query($sql)$(.bind($bind))*.execute(ex).await
            .map(|done| done.rows_affected())).map_err($crate::store::StoreError::from)
    };
}

macro_rules! query_all {
    ($db:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_pool!($db, read, |ex| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_all(ex).await).map_err($crate::store::StoreError::from)
    };
}

macro_rules! query_opt {
    ($db:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_pool!($db, read, |ex| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_optional(ex).await).map_err($crate::store::StoreError::from)
    };
}

macro_rules! query_value {
    ($db:expr, $value:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_pool!($db, read, |ex| sqlx::query_scalar::<_, $value>($sql)$(.bind($bind))*
            .fetch_one(ex).await).map_err($crate::store::StoreError::from)
    };
}

macro_rules! write_all {
    ($db:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_pool!($db, write, |ex| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_all(ex).await).map_err($crate::store::StoreError::from)
    };
}

macro_rules! tx_execute {
    ($tx:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_tx!($tx, |ex| sqlx::query($sql)$(.bind($bind))*.execute(ex).await
            .map(|done| done.rows_affected())).map_err($crate::store::StoreError::from)
    };
}

macro_rules! tx_all {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_tx!($tx, |ex| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_all(ex).await).map_err($crate::store::StoreError::from)
    };
}

macro_rules! tx_opt {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_tx!($tx, |ex| sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
            .fetch_optional(ex).await).map_err($crate::store::StoreError::from)
    };
}

macro_rules! tx_value {
    ($tx:expr, $value:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::macros::on_tx!($tx, |ex| sqlx::query_scalar::<_, $value>($sql)$(.bind($bind))*
            .fetch_one(ex).await).map_err($crate::store::StoreError::from)
    };
}

pub(crate) use {
    execute, on_pool, on_tx, query_all, query_opt, query_value, tx_all, tx_execute, tx_opt, tx_value, write_all,
};
