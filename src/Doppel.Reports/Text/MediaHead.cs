using Doppel.Hashing;

namespace Doppel.Reports.Text;

/// <summary>What the head line of a media group tells.</summary>
internal readonly record struct MediaHead(
    int Copies, string Format, long Payload, long Redundant, ReportMediaPolicy Policy, Proof Proof, Digest128? Digest);
