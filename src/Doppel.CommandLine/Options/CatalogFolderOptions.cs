namespace Doppel.CommandLine;

/// <summary>Defines the options for the catalog of what earlier searches read.</summary>
internal static class CatalogFolderOptions
{
    /// <summary>Gets the option that selects the catalog.</summary>
    internal static OptionDefinition<CommandSettings> Catalog { get; } = new()
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
        Apply = static (settings, value) => settings.Request.Catalog.Folder = value,
    };

    internal static IReadOnlyList<IOption<CommandSettings>> All { get; } =
    [
        Catalog,
        OptionDefinition.Switch<CommandSettings>(
            "reread", OptionCategory.Running, "Read every file again and renew the catalog",
            """
            Read files even if the catalog knows them, and renew what it knows. Only needed if the content of a file has
            changed although its times have not; doppel catalog verify reports such files.
            """,
            static (settings, on) => settings.Request.Catalog.Reread = on),
    ];
}
