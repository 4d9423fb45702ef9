using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>What <c>doppel identify</c> found out about one file.</summary>
/// <param name="Name">The file as it was typed.</param>
/// <param name="Size">Bytes of the whole file.</param>
/// <param name="Policy">What counted as payload.</param>
/// <param name="Format">Its format; null if it is none that is known.</param>
/// <param name="Map">Its payload; null where it is not comparable.</param>
/// <param name="Digest">The payload's digest; nothing is told by it where there is no payload.</param>
/// <param name="Reason">Why it is not comparable; empty where it is.</param>
/// <param name="Tags">What its tags say.</param>
internal sealed record IdentifiedFile(
    ReportName Name, long Size, MediaPolicy Policy, MediaFormat? Format, MediaMap? Map, Digest128 Digest, string Reason,
    MediaTags Tags);
