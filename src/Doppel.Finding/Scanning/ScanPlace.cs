using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Where a worker of a scan is: in a folder whose entries it looks at, or at a root.</summary>
/// <param name="root">The root.</param>
/// <param name="index">Its index.</param>
internal struct ScanPlace(FindRoot root, int index)
{
    /// <summary>Gets the volume of the root.</summary>
    internal IVolume Volume { get; } = root.Volume;

    /// <summary>Gets the index of the root.</summary>
    internal int Root { get; } = index;

    /// <summary>Gets how many bytes of a path precede what is below the root.</summary>
    internal int RootLength { get; } = root.Path.Span is [.., (byte)'/'] ? root.Path.Length : root.Path.Length + 1;

    internal PathId Folder { get; init; }

    /// <summary>Gets its depth below the root.</summary>
    internal int Depth { get; init; }

    /// <summary>Gets the length of its path in bytes.</summary>
    internal int PathBytes { get; init; }

    /// <summary>The open folder.</summary>
    internal FolderHandle Handle;
}
