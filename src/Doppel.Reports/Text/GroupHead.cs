using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>The contents of a group's header line.</summary>
internal readonly record struct GroupHead(int Copies, long Size, long Redundant, Proof Proof, Digest128? Digest);
