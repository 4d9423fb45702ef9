using System.Globalization;
using System.Text;
using Doppel.Catalog;

namespace Doppel.App;

/// <summary>The settings for the catalog.</summary>
internal sealed class CatalogSettings
{
    /// <summary>The least size that a catalog may be limited to, in bytes.</summary>
    internal const long LimitMin = CatalogOptions.BytesMaxMin;

    /// <summary>The word that means no catalog.</summary>
    internal const string None = "none";

    private const string LimitName = "/limit";

    /// <summary>Gets or sets the folder of the catalog as typed, or null for the default folder.</summary>
    internal string? Folder { get; set; }

    internal bool Reread { get; set; }

    /// <summary>Returns how many bytes the catalog in a folder may take.</summary>
    internal static long LimitIn(string path)
    {
        long usual = new CatalogOptions().BytesMax;
        try
        {
            return SizeText.TryParse(TextOf(path + LimitName), out long bytes) ? Math.Max(bytes, LimitMin) : usual;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return usual;
        }
    }

    /// <summary>Sets how many bytes the catalog in a folder may take.</summary>
    /// <exception cref="UsageException">It cannot be written.</exception>
    internal static void SetLimit(string path, long bytes) => PrivateFile.Write(
        path + LimitName, Encoding.ASCII.GetBytes(bytes.ToString(CultureInfo.InvariantCulture) + "\n"));

    /// <summary>Opens the catalog, which the caller disposes.</summary>
    /// <returns>The catalog, or null if there is to be none or no folder is known for it.</returns>
    internal ContentCatalog? Open(AppEnvironment environment) => PathOf(environment) is { } path
        ? ContentCatalog.Open(path, new CatalogOptions { BytesMax = LimitIn(path) })
        : null;

    /// <summary>
    /// Returns the absolute path of the catalog's folder, which may not exist, or null if there is to be none or no
    /// folder is known for it.
    /// </summary>
    internal string? PathOf(AppEnvironment environment)
    {
        if (Folder == None)
        {
            return null;
        }

        byte[]? folder = Folder is null
            ? UserFolders.CatalogOf(environment.Environment)
            : environment.Paths.ToAbsolute(ByteText.ToBytes(Folder));
        string? text = folder is null ? null : ByteText.FromBytes(folder);
        return text is not null && ByteText.IsPlain(text) ? text : null;
    }

    private static string TextOf(string path) => File.Exists(path) ? File.ReadAllText(path).Trim() : "";
}
