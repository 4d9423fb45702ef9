using Doppel.Hashing;

namespace Doppel.Reports.Text;

/// <summary>What the head line of a group tells.</summary>
internal readonly record struct GroupHead(int Copies, long Size, long Redundant, Proof Proof, Digest128? Digest);
