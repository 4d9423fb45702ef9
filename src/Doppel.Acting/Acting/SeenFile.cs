using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Contains the state of a file that was examined ahead of its turn.</summary>
/// <remarks>
/// A class, not a struct, because a dictionary of structs would add another generic instantiation to the executable.
/// </remarks>
/// <param name="Look">The state of the file.</param>
internal sealed record SeenFile(FileLook Look);
