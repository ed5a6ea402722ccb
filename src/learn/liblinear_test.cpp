// The learners beside liblinear on the same rows: equal problems have equal optima.
#include <gtest/gtest.h>

#ifdef CALQUE_WITH_LIBLINEAR

#include <cmath>
#include <memory>

#include <linear.h>

#include "learn/logistic.h"
#include "learn/perceptron.h"
#include "learn/svm.h"
#include "learn/testing.h"

namespace calque::learn {
namespace {

using testing::random_examples;

// liblinear's weights for class k, whatever order it numbered the classes in.
class Peer {
 public:
  Peer(const testing::Examples& examples, int solver, double cost) {
    set_print_string_function([](const char*) {});
    for (std::size_t i = 0; i < examples.rows.size(); ++i) {
      const RowView row = examples.rows.row(i);
      for (std::size_t e = 0; e < row.size(); ++e)
        nodes_.push_back({static_cast<int>(row.features[e]) + 1, static_cast<double>(row.values[e])});
      nodes_.push_back({-1, 0.0});
      labels_.push_back(examples.labels[i]);
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < examples.rows.size(); ++i) {
      rows_.push_back(nodes_.data() + at);
      at += examples.rows.row(i).size() + 1;
    }
    struct ::problem problem {};
    problem.l = static_cast<int>(rows_.size());
    problem.n = static_cast<int>(examples.features);
    problem.y = labels_.data();
    problem.x = rows_.data();
    problem.bias = -1.0;
    struct ::parameter parameter {};
    parameter.solver_type = solver;
    parameter.C = cost;
    parameter.eps = 1e-8;
    parameter.p = 0.1;
    model_ = train(&problem, &parameter);
  }
  ~Peer() { free_and_destroy_model(&model_); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  Weights weights(std::size_t features, std::size_t classes) const {
    Weights weights(features, classes);
    for (std::size_t f = 0; f < features; ++f) {
      for (std::size_t k = 0; k < classes; ++k)
        weights.at(f, static_cast<std::size_t>(model_->label[k])) = model_->w[f * classes + k];
    }
    return weights;
  }
  // Of a problem with two classes: towards the first class that liblinear met.
  double binary(std::size_t feature) const {
    return model_->w[feature] * (model_->label[0] == 1 ? 1.0 : -1.0);
  }

 private:
  std::vector<feature_node> nodes_;
  std::vector<feature_node*> rows_;
  std::vector<double> labels_;
  ::model* model_ = nullptr;
};

TEST(Liblinear, JointSvmHasTheSameOptimum) {
  const auto examples = random_examples({.classes = 4}, 3);
  const auto ours = train_joint(examples.problem(), ClassDistances(4),
                                {.cost = 2.0, .iterations = 50000, .tolerance = 1e-9});
  const Peer peer(examples, MCSVM_CS, 2.0);
  const Weights theirs = peer.weights(examples.features, 4);
  const double value =
      squared_norm(theirs) / 2 + 2.0 * structured_risk(theirs, examples.problem(), ClassDistances(4));
  EXPECT_NEAR(ours.primal[0], value, 1e-4 * value);
}

TEST(Liblinear, OneAgainstTheRestHasTheSameWeights) {
  const auto examples = random_examples({}, 4);
  ThreadPool threads(1);
  const auto ours =
      train_one_vs_rest(examples.problem(), {.cost = 0.5, .iterations = 50000, .tolerance = 1e-10}, threads);
  const Peer peer(examples, L2R_L1LOSS_SVC_DUAL, 0.5);
  const Weights theirs = peer.weights(examples.features, 3);
  for (std::size_t f = 0; f < examples.features; ++f) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(ours.weights.at(f, k), theirs.at(f, k), 1e-3);
  }
}

// With two classes the weights of both are opposite; the prior on both is that of the difference halved.
TEST(Liblinear, LogisticRegressionOfTwoClassesHasTheSameWeights) {
  const auto examples = random_examples({.classes = 2}, 5);
  ThreadPool threads(1);
  const auto ours =
      train_by_lbfgs(examples.problem(), {.variance = 1.0, .iterations = 1000, .tolerance = 0.0}, threads);
  const Peer peer(examples, L2R_LR, 2.0);
  for (std::size_t f = 0; f < examples.features; ++f)
    EXPECT_NEAR(ours.weights.at(f, 1) - ours.weights.at(f, 0), peer.binary(f), 1e-4);
}

}  // namespace
}  // namespace calque::learn

#else

TEST(Liblinear, Absent) {
  GTEST_SKIP() << "built without liblinear; install liblinear-dev to compare with it";
}

#endif
