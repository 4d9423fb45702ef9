using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What a file was when it was looked at ahead of its turn.</summary>
/// <param name="Look">What was seen.</param>
internal sealed record SeenFile(FileLook Look);
