namespace Doppel.Cli;

/// <summary>Locates the folder of the catalog.</summary>
internal static class CatalogFolder
{
    /// <summary>Returns the absolute path of the folder; null if there is none or its name is not UTF-8.</summary>
    internal static string? Of(CommandHost host, CatalogSettings catalog)
    {
        byte[]? folder = catalog.Folder switch
        {
            null => UserFolders.CatalogOf(host.Environment),
            CatalogOptions.None => null,
            string typed => host.Paths.ToAbsolute(ByteText.ToBytes(typed)),
        };
        string? text = folder is null ? null : ByteText.FromBytes(folder);
        return text is not null && ByteText.IsPlain(text) ? text : null;
    }
}
