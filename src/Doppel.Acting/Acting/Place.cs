using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The location of a name: an open folder and a bare name in it.</summary>
/// <param name="In">The open folder, owned by the <see cref="FolderPool"/>.</param>
/// <param name="Name">The bare name.</param>
internal readonly record struct Place(OpenFolder In, ReadOnlyMemory<byte> Name)
{
    internal FolderHandle Folder => In.Handle;

    internal ReadOnlySpan<byte> Bytes => Name.Span;
}
