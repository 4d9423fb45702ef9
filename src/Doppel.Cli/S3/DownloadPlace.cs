using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// The place to write a download to: a file name in a folder that is held open, so that no other folder can replace it.
/// </summary>
/// <param name="volume">The volume that holds the folder open.</param>
/// <param name="folder">The open folder.</param>
/// <param name="path">The path of the file in the folder.</param>
internal sealed class DownloadPlace(IChangeableVolume volume, FolderHandle folder, string path) : IDisposable
{
    /// <summary>Gets the path of the file. It leads through the open folder if the system has such paths.</summary>
    internal string Path { get; } = path;

    /// <inheritdoc/>
    public void Dispose() => volume.Close(folder);
}
