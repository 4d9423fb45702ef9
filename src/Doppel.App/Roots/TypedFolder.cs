using Doppel.Acting;

namespace Doppel.App;

/// <summary>A folder whose files are always kept, from <c>--reference</c> or <c>--never</c>.</summary>
/// <param name="Typed">The path as typed, as <see cref="ByteText"/>.</param>
/// <param name="Folder">The folder.</param>
internal sealed record TypedFolder(string Typed, ProtectedFolder Folder);
