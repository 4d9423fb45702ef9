using System.Text.Json.Serialization;

namespace Doppel.Web;

/// <summary>What can be done with copies that go, in the words of the commands.</summary>
[JsonConverter(typeof(WordConverter<PageAction>))]
internal enum PageAction
{
    Trash,

    /// <summary>Hard links.</summary>
    Link,

    Reflink,

    /// <summary>Symbolic links.</summary>
    Symlink,

    Delete,

    /// <summary>Only a run of the command line does this. The page can finish it.</summary>
    Move,
}
