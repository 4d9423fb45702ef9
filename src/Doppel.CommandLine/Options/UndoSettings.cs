using Doppel.Acting;

namespace Doppel.CommandLine;

/// <summary>The settings of <c>doppel undo</c> and <c>doppel resume</c>.</summary>
internal sealed class UndoSettings(ValueParser values) : CommandSettings(values)
{
    /// <summary>
    /// Gets or sets the files and folders to restore, as <see cref="ByteText"/>; empty for everything.
    /// </summary>
    internal IReadOnlyList<string> Only { get; set; } = [];

    /// <summary>Gets or sets the folders that have another path now than when the run acted on them.</summary>
    internal IReadOnlyList<MovedFolder> Moved { get; set; } = [];

    /// <summary>
    /// Gets or sets the command that prints a file of another machine, as words; null if there is none.
    /// </summary>
    internal string? Fetch { get; set; }

    internal override void Validate() => OptionRules.Check(this);
}
