// How long ONNX Runtime takes for one run of a model: node ort.mjs MODEL TYPE EXTENT,EXTENT SECONDS, with the folder
// that has node_modules/onnxruntime-node in it as ORT_FOLDER. Prints nanoseconds, the shortest of several batches.
import {createRequire} from 'node:module';
import {hrtime} from 'node:process';

const ort = createRequire(process.env.ORT_FOLDER + '/')('onnxruntime-node');
const [model, type, extents, seconds] = process.argv.slice(2);
const shape = extents.split(',').map(Number);
const count = shape.reduce((a, b) => a * b, 1);
const arrays = {float: Float32Array, double: Float64Array, float16: Uint16Array};
const tensor = () => new ort.Tensor(type === 'float' ? 'float32' : type === 'double' ? 'float64' : type,
                                    new arrays[type](count), shape);

const begin = hrtime.bigint();
const session = await ort.InferenceSession.create(model, {intraOpNumThreads: 1, interOpNumThreads: 1});
const creation = Number(hrtime.bigint() - begin);
const x = tensor();
for (let i = 0; i < count; ++i) x.data[i] = type === 'float16' ? (i * 7) % 0x4400 : (i % 77) * 0.1 - 4;
const feeds = {x};
const fetches = {y: tensor()};

let times = 1;
let best = Infinity;
const end = hrtime.bigint() + BigInt(Math.round(Number(seconds) * 1e9));
while (hrtime.bigint() < end) {
  const start = hrtime.bigint();
  for (let i = 0; i < times; ++i) await session.run(feeds, fetches);
  const total = Number(hrtime.bigint() - start);
  best = Math.min(best, total / times);
  if (total < 1e6) times *= 2;
}
console.log(JSON.stringify({ns_per_run: best, creation_ns: creation}));
