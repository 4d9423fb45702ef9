using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>A saved volume that is being written, under a temporary name.</summary>
public sealed class SavedDraft : IDisposable
{
    private readonly string _temporary;
    private readonly string _path;
    private readonly SafeFileHandle _file;
    private bool _isComplete;

    internal SavedDraft(string temporary, string path)
    {
        (_temporary, _path) = (temporary, path);
        _file = CatalogFiles.System.Create(temporary, isAppended: false);
        Stream = new DiskStream(_file);
    }

    /// <summary>Gets the stream to write to.</summary>
    public Stream Stream { get; }

    /// <summary>Copies a complete saved volume and checks every byte of it.</summary>
    /// <param name="input">The file.</param>
    /// <param name="totals">Its totals.</param>
    /// <exception cref="SavedFormatException">The file is not an undamaged saved volume.</exception>
    public SavedDescription CopyFrom(Stream input, out SavedTotals totals)
    {
        using SavedReader reader = SavedReader.ReadAll(input, Stream);
        totals = reader.Totals;
        return reader.Description;
    }

    /// <summary>Writes everything to the disk and gives the file its name.</summary>
    /// <exception cref="IOException">The disk is full, or the file cannot be renamed.</exception>
    public void Complete()
    {
        Stream.Flush();
        CatalogFiles.System.Sync(_file);
        // Before it is closed, since others remove temporary files that no process holds.
        CatalogFiles.System.Rename(_temporary, _path);
        Stream.Dispose();
        _isComplete = true;
    }

    /// <summary>Removes the file if it is not complete.</summary>
    public void Dispose()
    {
        if (!_isComplete)
        {
            _file.Dispose();
            CatalogFiles.System.Delete(_temporary);
        }
    }
}
