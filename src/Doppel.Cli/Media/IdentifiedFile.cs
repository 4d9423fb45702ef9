using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The results of <c>doppel identify</c> for one file.</summary>
/// <param name="Name">The file as typed.</param>
/// <param name="Size">The size of the whole file, in bytes.</param>
/// <param name="Policy">The policy that defines the payload.</param>
/// <param name="Format">The format; null if it is unknown.</param>
/// <param name="Map">The payload; null if it is not comparable.</param>
/// <param name="Digest">The digest of the payload; meaningless if there is no payload.</param>
/// <param name="Reason">Why the payload is not comparable; empty if it is comparable.</param>
/// <param name="Tags">The tags.</param>
internal sealed record IdentifiedFile(
    ReportName Name, long Size, MediaPolicy Policy, MediaFormat? Format, MediaMap? Map, Digest128 Digest, string Reason,
    MediaTags Tags);
