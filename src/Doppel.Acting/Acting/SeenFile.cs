using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What a file was when it was looked at ahead of its turn.</summary>
/// <remarks>No struct: a table of structs is one more kind of table for the executable to carry.</remarks>
/// <param name="Look">What was seen.</param>
internal sealed record SeenFile(FileLook Look);
