namespace Doppel.Cli;

/// <summary>Defines the commands for saved volumes.</summary>
internal static class SavedCommands
{
    private static OptionDefinition<SavedSettings> Replace { get; } = OptionDefinition.Switch<SavedSettings>(
        "replace", OptionCategory.Output, "Replace a saved volume of the same name",
        "Replace a saved volume that has the name already. It stays as it is until the new one is complete.",
        static (settings, on) => settings.Replace = on);

    private static OptionDefinition<CommandSettings> Json { get; } = DeviceOptions.Json with
    {
        Summary = "Write JSON Lines, one object for each saved volume",
        Text = "Write JSON Lines, one object for each saved volume, with exact sizes, unescaped names and UTC times.",
    };

    private static OptionDefinition<CommandSettings> Catalog { get; } = CatalogFolderOptions.Catalog with
    {
        Summary = "Folder of the catalog",
        Text = """
            Use the catalog in the folder DIR. The saved volumes are in its folder volumes. By default it is
            $XDG_CACHE_HOME/doppel/catalog or ~/.cache/doppel/catalog.
            """,
    };

    private static CommandDefinition Add { get; } = new CommandDefinition<SavedSettings>
    {
        Defaults = context => new SavedSettings(context),
        Words = ["catalog", "add"],
        Operands = "NAME ROOT...",
        OperandsMin = 2,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Save what is on a disk, to search it later without the disk",
        Text = """
            Reads every file below each ROOT once and saves the names, sizes, times and hashes as the saved volume NAME.
            Then doppel find ROOT catalog:NAME finds copies on that disk while it is in a drawer. Files that the catalog
            knows are not read again. Symbolic links are not saved, and contents never are.

            s3://[PROFILE@]BUCKET[/PREFIX] as a ROOT saves the list of a bucket: names, sizes, times and MD5s. Nothing
            is downloaded, and a search of catalog:NAME then sends no request.

            NAME consists of letters, digits, '-', '_' and '.'. If the command is interrupted, nothing is saved under
            NAME, but the catalog remembers what was read, so that the next try goes on from there.
            """,
        Accepts =
        [
            OptionDefinition.Switch<SavedSettings>(
                "sizes", OptionCategory.Files, "Read nothing; save only hashes already known",
                """
                Read no file, and save hashes only where the catalog knows them. Of a file without a hash, doppel find
                can say only that another file has its size.
                """,
                static (settings, on) => settings.SizesOnly = on),
            Replace, OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose,
            .. RunOptions.All, .. S3ConnectionOptions.Server, Catalog,
        ],
        Examples =
        [
            new("doppel catalog add photos-2019 /mnt/usb", "then: doppel find ~/Pictures catalog:photos-2019"),
            new("doppel catalog add --replace photos-2019 /mnt/usb", "save it again after it has changed"),
            new("doppel catalog add --sizes attic /mnt/old", "only names, sizes and times, in seconds"),
            new("doppel catalog add --replace bucket s3://backup", "every night: the list of a bucket"),
        ],
        Execute = SavedAdd.Run,
    };

    private static CommandDefinition List { get; } = new CommandDefinition<SavedSettings>
    {
        Defaults = context => new SavedSettings(context),
        Words = ["catalog", "list"],
        Summary = "List the saved volumes",
        Text = """
            Lists the saved volumes: the number of files, their size, the number of folders, when they were saved, and
            what. On a terminal the output is a table; otherwise each saved volume is one line with tab-separated
            columns and no heading.
            """,
        Accepts = [Json, Catalog],
        Execute = SavedShow.List,
    };

    private static CommandDefinition Show { get; } = new CommandDefinition<SavedSettings>
    {
        Defaults = context => new SavedSettings(context),
        Words = ["catalog", "show"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.SavedVolume,
        Summary = "Show what a saved volume holds",
        Text = """
            Shows when and where the saved volume NAME was made, its roots and its totals, and how many of its files
            have a hash.
            """,
        Accepts = [Json, Catalog],
        Execute = SavedShow.Show,
    };

    private static CommandDefinition Forget { get; } = new CommandDefinition<SavedSettings>
    {
        Defaults = context => new SavedSettings(context),
        Words = ["catalog", "forget"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.SavedVolume,
        Summary = "Delete a saved volume",
        Text = "Deletes the saved volume NAME. The disk that it describes need not be there and is not changed.",
        Accepts = [Catalog],
        Execute = SavedTransfer.Forget,
    };

    private static CommandDefinition Export { get; } = new CommandDefinition<SavedSettings>
    {
        Defaults = context => new SavedSettings(context),
        Words = ["catalog", "export"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.SavedVolume,
        Summary = "Copy a saved volume to a file",
        Text = "Copies the saved volume NAME to standard output or a file, to use it on another machine.",
        Accepts = [OutputOptions.Output, Catalog],
        Examples =
        [
            new("doppel catalog export photos-2019 -o photos-2019.doppel", "copy it to a file"),
            new("doppel catalog export photos-2019 | gzip >photos-2019.gz", "compress it"),
        ],
        Execute = SavedTransfer.Export,
    };

    private static CommandDefinition Import { get; } = new CommandDefinition<SavedSettings>
    {
        Defaults = context => new SavedSettings(context),
        Words = ["catalog", "import"],
        Operands = "FILE [NAME]",
        OperandsMin = 1,
        OperandsMax = 2,
        OperandCompletion = ValueCompletion.File,
        Summary = "Make a saved volume from a file or a list of digests",
        Text = """
            Makes a saved volume from FILE, or from standard input if it is -. FILE is a saved volume that doppel
            catalog export wrote, every byte of which is checked, or a list of digests that another program wrote:
            md5sum, sha1sum, sha256sum, sha384sum, sha512sum, b2sum, xxhsum (-H1 or -H2), md5deep, hashdeep, fclones
            (JSON or text) or rmlint (JSON). The kind is detected. Without NAME it gets the name of the file without
            .doppel, .md5 and the like.

            A search then computes the same digests of local files, once. Digests of 128 bits in plain lists are taken
            for MD5, unless the name of the file contains xxh, and those of 512 bits for SHA-512, unless it contains b2.
            Of lists by strangers, MD5, SHA-1 and shorter digests prove nothing, because they can be forged. Commands
            that remove files never rely on any.

            FILE can also be the manifest.json of an inventory in CSV that Amazon S3 writes about a bucket. Its other
            files must be beside it, or where doppel s3 cp -r puts them.
            """,
        Accepts = [Replace, OutputOptions.Color, OutputOptions.Quiet, Catalog],
        Examples =
        [
            new("doppel catalog import photos-2019.doppel", "then: doppel find ~ catalog:photos-2019"),
            new("doppel catalog import photos.md5", "from a list of md5sum: doppel find ~ catalog:photos"),
            new("sha256sum photos/* | doppel catalog import - photos", "from the output of another program"),
            new("doppel catalog import inventory/manifest.json", "from an inventory of a bucket"),
        ],
        Execute = SavedImport.Run,
    };

    /// <summary>Gets all of them.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } = [Add, List, Show, Forget, Export, Import];
}
