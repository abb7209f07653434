//! Tests of the engines through their public face.


