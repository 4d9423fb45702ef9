using Doppel.Volumes;

namespace Doppel.Cli.S3;

/// <summary>
/// Where a download goes: a name in a folder that is held open, so that nobody can put another in its place.
/// </summary>
/// <param name="volume">Has it open.</param>
/// <param name="folder">The open folder.</param>
/// <param name="path">The file in it.</param>
internal sealed class DownloadPlace(IChangeableVolume volume, FolderHandle folder, string path) : IDisposable
{
    /// <summary>The file, by a path that leads through the open folder where the system has such paths.</summary>
    internal string Path { get; } = path;

    /// <inheritdoc/>
    public void Dispose() => volume.Close(folder);
}
