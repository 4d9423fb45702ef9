namespace Doppel.Volumes;

/// <summary>Specifies why a key cannot be a path. The value is the code of the error.</summary>
internal enum KeyProblem
{
    None = 0,

    /// <summary>A component is empty: <c>a//b</c>, or a slash at the start.</summary>
    EmptyName,

    /// <summary>A component is <c>.</c> or <c>..</c>.</summary>
    DotName,

    /// <summary>It contains a NUL.</summary>
    Nul,

    /// <summary>It is not UTF-8.</summary>
    NotText,

    /// <summary>It ends with a slash like a folder, but the object has a content.</summary>
    FolderWithContent,

    /// <summary>Other objects use the key as their folder.</summary>
    FileAndFolder,
}
