using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>A media group: a range of its table's members.</summary>
/// <param name="First">The index of the first member.</param>
/// <param name="Count">The number of members.</param>
/// <param name="Format">The format of the members.</param>
/// <param name="Proof">How the payloads were proved equal.</param>
/// <param name="PayloadBytes">The size of the payload in bytes.</param>
/// <param name="Digest">The payload's digest, if it was hashed.</param>
/// <param name="RedundantBytes">
/// The total size in bytes of all contents except the largest, or except those in references.
/// </param>
internal readonly record struct MediaGroupRow(
    int First, int Count, MediaFormat Format, Proof Proof, long PayloadBytes, Digest128? Digest, long RedundantBytes);

/// <summary>Processes a media group.</summary>
internal delegate void MediaGroupAction(in MediaGroupRow group, ReadOnlySpan<MediaMember> members);

/// <summary>A copy in a media group.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Content">The number of its content among all contents of the search.</param>
internal readonly record struct MediaMember(int Copy, int Content);
