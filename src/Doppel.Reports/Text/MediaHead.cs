using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>The contents of a media group's header line.</summary>
internal readonly record struct MediaHead(
    int Copies, string Format, long Payload, long Redundant, ReportMediaPolicy Policy, Proof Proof, Digest128? Digest);
