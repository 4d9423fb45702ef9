using Doppel.Catalog;

namespace Doppel.Cli;

/// <summary>Defines the options for the catalog of what earlier searches read.</summary>
internal static class CatalogOptions
{
    /// <summary>The value that means no catalog.</summary>
    internal const string None = "none";

    /// <summary>Gets the option that selects the catalog.</summary>
    internal static OptionDefinition<IHasCatalog> Catalog { get; } = new()
    {
        Name = "catalog",
        ValueName = "DIR",
        Category = OptionCategory.Running,
        Completion = ValueCompletion.File,
        Summary = "Folder of the catalog, or none",
        Text = """
            Keep the catalog in the folder DIR, which is created if necessary. The catalog remembers the hashes of the
            files that were read, so that the next search reads only what is new or has changed. By default it is
            $XDG_CACHE_HOME/doppel/catalog or ~/.cache/doppel/catalog. With none, every file is read and nothing is
            remembered.
            """,
        Negation = "no-catalog",
        Apply = static (settings, value) => settings.Catalog.Folder = value,
    };

    internal static IReadOnlyList<IOption<IHasCatalog>> All { get; } =
    [
        Catalog,
        OptionDefinition.Switch<IHasCatalog>(
            "reread", OptionCategory.Running, "Read every file again and renew the catalog",
            """
            Read files even if the catalog knows them, and renew what it knows. Only needed if the content of a file has
            changed although its times have not, such as after a disk error; doppel catalog verify reports such files.
            """,
            static (settings, on) => settings.Catalog.Reread = on),
    ];
}

/// <summary>The settings for the catalog.</summary>
internal sealed class CatalogSettings
{
    /// <summary>Gets or sets the folder of the catalog as typed, or null for the default folder.</summary>
    internal string? Folder { get; set; }

    internal bool Reread { get; set; }

    /// <summary>Opens the catalog, which the caller disposes.</summary>
    /// <returns>The catalog, or null if there is to be none or no folder is known for it.</returns>
    internal ContentCatalog? Open(CommandHost host)
    {
        if (Folder == CatalogOptions.None)
        {
            return null;
        }

        byte[]? folder = Folder is null
            ? UserFolders.CatalogOf(host.Environment)
            : host.Paths.ToAbsolute(ByteText.ToBytes(Folder));
        string? text = folder is null ? null : ByteText.FromBytes(folder);
        return text is not null && ByteText.IsPlain(text) ? ContentCatalog.Open(text) : null;
    }
}

/// <summary>Settings for the catalog.</summary>
internal interface IHasCatalog
{
    /// <summary>Gets the settings for the catalog.</summary>
    CatalogSettings Catalog { get; }
}
