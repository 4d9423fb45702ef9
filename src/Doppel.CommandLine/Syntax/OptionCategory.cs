namespace Doppel.CommandLine;

/// <summary>Specifies the headings under which help lists the options, in this order.</summary>
internal enum OptionCategory
{
    /// <summary>Options that select files.</summary>
    Files,

    /// <summary>Options that select groups.</summary>
    Groups,

    /// <summary>Options that select which copies to keep.</summary>
    Keeping,

    /// <summary>Options that control what happens to the other copies.</summary>
    Acting,

    /// <summary>Options that select which kinds of links to list.</summary>
    Links,

    /// <summary>Options that select the object storage server and the credentials.</summary>
    Server,

    /// <summary>Options that control what happens to objects.</summary>
    Objects,

    /// <summary>Options that control what is measured.</summary>
    Measuring,

    /// <summary>Options that control what is written, where and in which format.</summary>
    Output,

    /// <summary>Options that control how the work is done.</summary>
    Running,

    /// <summary>Help and version.</summary>
    Help,
}
