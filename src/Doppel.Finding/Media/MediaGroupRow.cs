using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>A media group: a range of its table's members.</summary>
/// <param name="First">Index of the first member.</param>
/// <param name="Count">Members.</param>
/// <param name="Format">What they are.</param>
/// <param name="Proof">How the equality of the payloads was proved.</param>
/// <param name="PayloadBytes">Bytes of the payload.</param>
/// <param name="Digest">Its digest, if it was hashed.</param>
/// <param name="RedundantBytes">Bytes of all contents but the largest.</param>
internal readonly record struct MediaGroupRow(
    int First, int Count, MediaFormat Format, Proof Proof, long PayloadBytes, Digest128? Digest, long RedundantBytes);
