// Reports as JUnit XML, which continuous integration servers read. Only what their usual schema knows.
#pragma once

#include <memory>
#include <string>

#include "judge/test_result.h"

namespace hardref::tools {

// One suite with one case for each test, in the order in which they are added. The folder of a test is its class.
class JunitReport {
 public:
  JunitReport();
  JunitReport(JunitReport&& other) noexcept;
  JunitReport& operator=(JunitReport&& other) noexcept;
  ~JunitReport();

  void add(const TestResult& test);
  // The document, with the totals of what was added.
  [[nodiscard]] std::string text() const;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace hardref::tools
