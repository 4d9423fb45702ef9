namespace Doppel.CommandLine;

/// <summary>Defines <c>doppel ui</c>. Part of the command table.</summary>
internal static class UiCommand
{
    private static OptionDefinition<UiSettings> Port { get; } = new()
    {
        Name = "port",
        ValueName = "N",
        Category = OptionCategory.Running,
        Summary = "Listen on this port (default: any that is free)",
        Text = """
            Listen on this TCP port of the loopback address, 1 to 65535. By default the system chooses one that is free.
            A fixed port is useful for a tunnel that stays open.
            """,
        Negation = "no-port",
        Apply = (settings, value) => settings.Port = value is null ? 0 : Number.Parse(value, 1, 65_535),
    };

    private static OptionDefinition<UiSettings> Open { get; } = OptionDefinition.Switch<UiSettings>(
        "no-open", OptionCategory.Running, "Only print the address, do not open a browser",
        """
        Do not open a browser. The address is printed in any case. Over ssh, and without a desktop, no browser is
        opened.
        """,
        (settings, on) => settings.OpensBrowser = !on);

    private static OptionDefinition<CommandSettings> Media { get; } = OptionDefinition.Switch<CommandSettings>(
        "media", OptionCategory.Files, "Also show media that differ only in their tags",
        """
        Also show media groups: files whose audio or image data is identical byte for byte while their tags, covers or
        dates differ, with a table of what differs. Tags that only the removed files have are lost, unless the files
        are moved to the trash. Every file is opened and at least 4 KiB are read, as by doppel find --media. Of a
        REPORT, the media groups that it has are shown.
        """,
        (settings, on) => settings.Request.Media.IsOn = on);

    /// <summary>Returns the definition for the program that serves the page, or for the one that starts it.</summary>
    internal static CommandDefinition<UiSettings> Define(Func<CommandCall<UiSettings>, ExitCode> execute) => new()
    {
        Defaults = context => new UiSettings(context),
        Words = ["ui"],
        Operands = "[ROOT...|REPORT]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.Root,
        Summary = "See duplicates and choose among them in the browser",
        Text = """
            Opens a page in the browser that shows the duplicates below each ROOT, or below the working directory, or
            those of a REPORT that doppel find or another finder wrote. Pictures, sound and text can be seen before you
            choose which copies stay, by key, by rule or by folder. Then the page moves the others to the trash,
            replaces them with links, shares their blocks or deletes them, as doppel trash, link, reflink and delete do,
            and can undo that.

            Nothing is changed before you confirm a plan, and every file is compared with the copy that stays, byte by
            byte, before anything is done with it. Runs are in the journal, so doppel undo and doppel resume work too.

            Only this computer can open the page, and only with the address that is printed, which contains a secret. On
            Linux it works only for your own programs; elsewhere it works once. Over ssh, the command for a tunnel is
            printed. Stop with Ctrl-C: a run that has begun finishes its current file, and the page offers to finish the
            run the next time.

            What you choose is saved as you go. When you start doppel ui with the same ROOTs or REPORT again, your
            choices are in effect, and the page offers to start afresh.

            catalog:NAME and s3://BUCKET[/PREFIX] can be ROOTs, and references, as for doppel find. Copies on a saved
            volume or in a bucket are shown, but not opened. They always stay, and so does one copy on a disk. A bucket
            is listed once, before the page opens.

            With --folders, or if a REPORT has them, identical folders and folders that are contained in others are
            decided as a whole, as by doppel plan.
            """,
        Accepts =
        [
            .. ActingOptions.Search, Media, MediaOptions.Policy, .. KeepOptions.All, .. S3ConnectionOptions.Server,
            OutputOptions.Color, Open, Port, .. RunOptions.All,
        ],
        Examples =
        [
            new("doppel ui ~/Pictures", "search, then look and choose in the browser"),
            new("doppel ui --media ~/Music", "also music and photos that differ only in their tags"),
            new("doppel ui ~/Pictures catalog:attic", "also show copies on a disk that doppel catalog add has saved"),
            new("doppel ui report.json", "look at the result of an earlier search"),
            new("doppel ui --no-open --port 8123 /srv/photos", "on a server, for a tunnel"),
        ],
        Execute = execute,
    };
}
