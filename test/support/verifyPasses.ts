import { verifyGraph } from '../../runtime/graph/verifier.js';
import { observePasses } from '../../runtime/optimize/pipeline.js';

/** Every graph that any test traces is verified, as traced and after each pass. */
observePasses((_, graph) => verifyGraph(graph));
