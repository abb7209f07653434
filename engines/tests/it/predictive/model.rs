//! The models of one series against statsmodels 0.15.0; see `golden/PROVENANCE.md`.

use engines::predictive::model::{
    lagged::{self, Design, Lags},
    season::indices,
    smoothing::{self, Trend},
};

fn column(csv: &str) -> Vec<f64> {
    csv.lines().skip(1).map(|line| line.parse().unwrap()).collect()
}

/// `SimpleExpSmoothing(nile).fit().forecast(1)`.
#[test]
fn simple_smoothing_agrees_with_statsmodels() {
    let nile = column(include_str!("golden/nile.csv"));
    let ahead = smoothing::fit(&nile, 2, Trend::None, &[]).unwrap()(&nile);
    assert!((ahead[0] - 805.31610625).abs() < 0.3, "{ahead:?}");
    assert_eq!(ahead[0], ahead[1]);
}

/// `AutoReg(nile, 3).fit().predict(100, 104)`.
#[test]
fn forecasts_by_lags_agree_with_statsmodels() {
    let nile = column(include_str!("golden/nile.csv"));
    let path = lagged::fit(&nile, 5, Design { lags: Lags::of(vec![1, 2, 3]), ..Design::default() }).unwrap();
    let wanted = [790.64148781, 813.28169007, 832.78651021, 849.75851073, 861.90908568];
    for (got, wanted) in path(&nile).iter().zip(wanted) {
        assert!((got - wanted).abs() < 1e-4, "got {got}, wanted {wanted}");
    }
}

/// `seasonal_decompose(log(y), period=12).seasonal`.
#[test]
fn indices_agree_with_statsmodels() {
    let air: Vec<f64> = column(include_str!("golden/air_passengers.csv")).into_iter().map(f64::ln).collect();
    let got = indices(&air, 12, 1.0, false).unwrap();
    let wanted = [
        -0.08409765047724863,
        -0.03820211569831273,
        0.066787121033234,
        -0.010989381170970208,
        -0.028624338919573746,
        0.08579310743316576,
        0.17205818759093244,
        0.16031600826270825,
        0.07046493725232278,
        -0.08388748175566077,
        -0.22529486967043788,
        -0.08432352388015928,
    ];
    assert_eq!(got.len(), wanted.len());
    for (got, wanted) in got.iter().zip(wanted) {
        assert!((got - wanted).abs() < 1e-12, "got {got}, wanted {wanted}");
    }
}
