/** Bytes as they came in: those of all pieces, one after the other. */
export type BytePieces = readonly Uint8Array[];

/** The bytes in one piece: the only one as it is, several copied together. */
export function joinPieces(pieces: BytePieces): Uint8Array {
  const [only = new Uint8Array()] = pieces;
  if (pieces.length <= 1) return only;
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
