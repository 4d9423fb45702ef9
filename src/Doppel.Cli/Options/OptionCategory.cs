namespace Doppel.Cli.Options;

/// <summary>The headings under which help lists the options, in this order.</summary>
internal enum OptionCategory
{
    /// <summary>Which files take part.</summary>
    Files,

    /// <summary>Which groups are reported.</summary>
    Groups,

    /// <summary>Which copies stay.</summary>
    Keeping,

    /// <summary>What is done with the others.</summary>
    Acting,

    /// <summary>Which kinds of links are listed.</summary>
    Links,

    /// <summary>Which server of objects, and who signs.</summary>
    Server,

    /// <summary>What is done with objects.</summary>
    Objects,

    /// <summary>What is measured.</summary>
    Measuring,

    /// <summary>What is written, where and how.</summary>
    Output,

    /// <summary>How the work is done.</summary>
    Running,

    /// <summary>Help and version.</summary>
    Help,
}
