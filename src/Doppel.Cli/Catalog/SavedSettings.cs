namespace Doppel.Cli;

/// <summary>The settings of the commands for saved volumes.</summary>
internal sealed class SavedSettings : CommandSettings
{
    // Empty files are saved too.
    internal SavedSettings(ValueParser values)
        : base(values) =>
        Request.Filter.SizeMin = 0;

    /// <summary>Gets or sets whether nothing is read.</summary>
    internal bool SizesOnly { get; set; }

    /// <summary>Gets or sets whether a saved volume of the same name is replaced.</summary>
    internal bool Replace { get; set; }
}
