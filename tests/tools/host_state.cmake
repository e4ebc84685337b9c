# The program in every floating-point state of its process: cmake -D PROGRAM=... -D HOST_STATE=library -D DATA=folder
# -D WORK=folder -P host_state.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../support/host_state.cmake)

set(model ${WORK}/identity.onnxtxt)
set(header "<ir_version: 10, opset_import: [\"\" : 22]> g")
file(WRITE ${model} "${header} (float[N] x) => (y, b) { y = HardSigmoid <alpha = 1.0, beta = 0.0> (x) b = Cast <to = 9> (x) }")
set(numbers "float[7]{1e-40, 2.1, 0.30000001, -1e-45, 1.17549435e-38, 0.1, 16777217}")
same_in_every_host_state(${PROGRAM} run ${model} -i x=${numbers} --full)
same_in_every_host_state(${PROGRAM} run ${model} -i x=${numbers} --json --trace)
same_in_every_host_state(${PROGRAM} run ${model} --random 7 --dim N=5000 --full --threads 3 --verify)
same_in_every_host_state(${PROGRAM} run ${DATA}/models/hard_sigmoid.onnx --random 7 --dim N=100 --trace --full)
same_in_every_host_state(${PROGRAM} show ${DATA}/models/hard_sigmoid.onnx --expanded)
same_in_every_host_state(${PROGRAM} test ${DATA}/backend --judge all --legal -v)
set(set ${DATA}/backend/node/test_hard_sigmoid_22_default_float/test_data_set_0)
same_in_every_host_state(${PROGRAM} compare ${set}/input_0.pb ${set}/output_0.pb --rtol 0.3 --atol 1e-39 --json)
