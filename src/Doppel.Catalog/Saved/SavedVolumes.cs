using System.Globalization;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>The saved volumes in the folder of a catalog, by name.</summary>
public sealed class SavedVolumes
{
    /// <summary>The first byte of an exported saved volume. No text begins with it.</summary>
    public const byte FirstByte = 0x89;

    private const string FolderName = "volumes";
    private const string Suffix = ".doppel";
    private const string TemporarySuffix = ".tmp";
    private const int NameLettersMax = 100;

    private readonly string _folder;

    /// <summary>Initializes a new instance.</summary>
    /// <param name="catalogFolder">The folder of the catalog, which need not exist.</param>
    public SavedVolumes(string catalogFolder)
    {
        ArgumentException.ThrowIfNullOrEmpty(catalogFolder);
        _folder = Path.Combine(Path.GetFullPath(catalogFolder), FolderName);
    }

    /// <summary>
    /// Returns whether a name consists of 1 to 100 letters, digits, '-', '_' and '.', not starting with '-'.
    /// </summary>
    public static bool IsName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.Length is > 0 and <= NameLettersMax && name[0] != '-' && name.All(static letter =>
            char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' or '.');
    }

    /// <summary>Returns the names of the saved volumes, sorted.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be read.</exception>
    public IReadOnlyList<string> Names() => !Directory.Exists(_folder) ? [] :
    [
        .. Directory.EnumerateFiles(_folder, "*" + Suffix)
            .Select(static path => Path.GetFileName(path)[..^Suffix.Length]).Where(IsName)
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>Returns the path of the file of a saved volume, which need not exist.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">The name is not valid.</exception>
    public string PathOf(string name) => IsName(name)
        ? Path.Combine(_folder, name + Suffix)
        : throw new ArgumentException("A name consists of letters, digits, '-', '_' and '.'.", nameof(name));

    /// <summary>Returns whether there is a saved volume of this name.</summary>
    public bool Contains(string name) => File.Exists(PathOf(name));

    /// <summary>Opens a saved volume.</summary>
    /// <inheritdoc cref="SavedVolume.Open"/>
    public SavedVolume Open(string name) => SavedVolume.Open(PathOf(name), name);

    /// <summary>Reads what a saved volume is a record of, without reading all of it.</summary>
    /// <param name="name">The name.</param>
    /// <param name="totals">Its totals.</param>
    /// <exception cref="SavedFormatException">
    /// The file is not a saved volume, or it is damaged where it was read.
    /// </exception>
    /// <exception cref="IOException">The file cannot be opened or read.</exception>
    public SavedDescription Describe(string name, out SavedTotals totals)
    {
        using SafeFileHandle file = SavedVolume.OpenFile(PathOf(name));
        return SavedReader.Summarize(new SavedStream(file), out totals);
    }

    /// <summary>Copies the file of a saved volume and checks every byte of it.</summary>
    /// <param name="name">The name.</param>
    /// <param name="output">Receives the file.</param>
    /// <exception cref="SavedFormatException">The file is damaged. A part of it has been copied.</exception>
    /// <exception cref="IOException">The file cannot be opened or read, or the output cannot be written.</exception>
    public void Copy(string name, Stream output)
    {
        using SafeFileHandle file = SavedVolume.OpenFile(PathOf(name));
        using SavedReader reader = SavedReader.ReadAll(new SavedStream(file), output);
    }

    /// <summary>Creates a saved volume, which gets its name when it is complete.</summary>
    /// <param name="name">The name. A saved volume that has it already is replaced.</param>
    /// <exception cref="IOException">The file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The file cannot be created.</exception>
    public SavedDraft Create(string name)
    {
        string path = PathOf(name);
        CatalogFiles.System.CreateFolder(_folder);
        CatalogFiles.System.RemoveLeftovers(_folder, TemporarySuffix, TimeProvider.System.GetUtcNow());
        return new SavedDraft(TemporaryPath(_folder, name), path);
    }

    /// <summary>Creates an empty list of files in any order, for a saved volume that is not made from a disk.</summary>
    /// <exception cref="IOException">The temporary file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The temporary file cannot be created.</exception>
    public SavedList CreateList()
    {
        CatalogFiles.System.CreateFolder(_folder);
        return new SavedList(TemporaryPath(_folder, "list"));
    }

    /// <summary>
    /// Creates an empty list in the folder for temporary files, for what is not to outlive the process.
    /// </summary>
    /// <exception cref="IOException">The temporary file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The temporary file cannot be created.</exception>
    public static SavedList CreateTemporaryList() => new(TemporaryPath(Path.GetTempPath(), "doppel-list"));

    /// <summary>Opens an exported saved volume that is read to its end, and checks every byte of it.</summary>
    /// <remarks>It is copied to the folder for temporary files, to a file without a name.</remarks>
    /// <param name="input">The stream.</param>
    /// <param name="name">The name to show for it, in ASCII.</param>
    /// <exception cref="SavedFormatException">The stream is not an undamaged saved volume.</exception>
    /// <exception cref="IOException">
    /// The stream cannot be read, or the temporary file cannot be written.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">The temporary file cannot be created.</exception>
    public static SavedVolume OpenStream(Stream input, string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        string path = TemporaryPath(Path.GetTempPath(), "doppel-volume");
        try
        {
            using (var output = new DiskStream(CatalogFiles.System.Create(path, isAppended: false)))
            {
                SavedReader.ReadAll(input, output).Dispose();
            }

            return SavedVolume.OpenTemporary(path, SavedVolume.Prefix + name, source: null);
        }
        finally
        {
            CatalogFiles.System.Delete(path);
        }
    }

    /// <summary>Removes a saved volume.</summary>
    /// <returns>Whether there was one.</returns>
    /// <exception cref="IOException">The file cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">The file cannot be removed.</exception>
    public bool Forget(string name)
    {
        bool exists = Contains(name);
        if (exists)
        {
            CatalogFiles.System.Delete(PathOf(name));
        }

        return exists;
    }

    private static string TemporaryPath(string folder, string name) => Path.Combine(folder, string.Create(
        CultureInfo.InvariantCulture, $"{name}-{Environment.ProcessId}-{Guid.NewGuid():n}{TemporarySuffix}"));
}
