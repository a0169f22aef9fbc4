"""SemiSupervisedCA agrees with the arrows it calls."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from firth.association.supervision import supervised_association
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.estimators.kernel_ca import KernelCA
from firth.estimators.semi_supervised_ca import SemiSupervisedCA
from firth.factorize import decompose

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)
PSI = np.zeros((5, 5))
PSI[0, 1] = PSI[1, 0] = -0.8
PSI[3, 4] = PSI[4, 3] = 2.0


def test_without_tuning_it_is_correspondence_analysis():
    assert np.allclose(
        SemiSupervisedCA(n_components=3).fit_transform(FISHER), KernelCA(n_components=3).fit_transform(FISHER)
    )


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_fitted_rows_given_again_land_on_themselves(form):
    sca = SemiSupervisedCA(n_components=3, tuning=form(PSI))
    placed = sca.fit_transform(form(FISHER))
    assert np.allclose(sca.transform(FISHER[1:3]), placed[1:3])
    association = supervised_association(counts_from_table(FISHER), column_tuning=PSI)
    factors = decompose(association, 3)
    assert np.allclose(placed, factors.left * factors.values / np.sqrt(association.row_masses)[:, None])


def test_output_can_be_a_frame_with_names():
    frame = pd.DataFrame(FISHER, columns=list("abcde"))
    sca = SemiSupervisedCA(tuning=PSI).set_output(transform="pandas").fit(frame)
    assert list(sca.transform(frame).columns) == ["semisupervisedca0", "semisupervisedca1"]


def test_bad_input_gets_one_sentence():
    with pytest.raises(InputError, match=r"tuning has shape \(3, 3\)"):
        SemiSupervisedCA(tuning=np.zeros((3, 3))).fit(FISHER)
