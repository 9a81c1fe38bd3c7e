// A failure that is caught and dropped has its reason in a comment: a later reader must know that it was
// intended. The reason is in the `catch`, or the comment of its function says what happens then ("null if it
// cannot be read"). This rule reports all other catches. test/fixtures/lint/silent-catch and silent-promise
// break it.
import { isChecked, repositoryPath } from "./borders.js";

/** Words by which a function's comment describes failures. */
const TELLS = /\b(null|undefined|false|empty|if|fail\w*|ignored?|cannot|refuses?)\b|@throws\b/i;

const isThrow = (statement) => statement?.type === "ThrowStatement";

/** Whether code ends by throwing: the failure is passed on as another one. */
const endsByThrowing = (body) => body.type === "BlockStatement" && isThrow(body.body.at(-1));

const silentCatches = {
  create(context) {
    if (!isChecked(repositoryPath(context.filename, context.cwd))) return {};
    const { sourceCode } = context;
    const hasReason = ([begin, end]) =>
      sourceCode.getAllComments().some(({ range }) => range[0] >= begin && range[1] <= end);
    const isTold = (node) => {
      const { range } = functionOf(node);
      const comment = sourceCode.getAllComments().findLast((one) => one.range[1] <= range[0]);
      if (comment?.type !== "Block" || !TELLS.test(comment.value)) return false;
      return /^\s*$/.test(sourceCode.text.slice(comment.range[1], range[0]));
    };
    const report = (node) =>
      context.report({ node, message: "Say in a comment why this failure is dropped, or log it." });
    return {
      CatchClause(node) {
        if (node.param || endsByThrowing(node.body) || hasReason(node.body.range) || isTold(node)) return;
        report(node);
      },
      CallExpression(node) {
        const { callee, arguments: given } = node;
        const [handle] = given;
        if (callee.type !== "MemberExpression" || callee.property.name !== "catch") return;
        if (handle?.type !== "ArrowFunctionExpression" || handle.params.length > 0) return;
        if (endsByThrowing(handle.body)) return;
        // The reason may also be before the statement.
        const line = sourceCode.text.lastIndexOf("\n", statementOf(node).range[0] - 1);
        const before = sourceCode.text.lastIndexOf("\n", line - 1);
        if (!hasReason([before + 1, node.range[1]]) && !isTold(node)) report(handle);
      },
    };
  },
};

/** The statement or member of a class that contains an expression. */
function statementOf(node) {
  let at = node;
  while (at.parent && !/Statement$|Declaration$|Definition$/.test(at.type)) at = at.parent;
  return at;
}

/** The named function, method or constant with a function that contains code. */
function functionOf(node) {
  let at = node;
  while (at.parent && !isNamed(at)) at = at.parent;
  return at.parent?.type.startsWith("Export") ? at.parent : at;
}

const isNamed = ({ type, parent }) =>
  type === "FunctionDeclaration"
  || type === "MethodDefinition"
  || (type === "VariableDeclaration" && (parent.type === "Program" || parent.type.startsWith("Export")));

export default { meta: { name: "silent-catches" }, rules: { "silent-catches": silentCatches } };
