namespace Doppel.S3;

/// <summary>The kinds of tokens that a tokenizer returns.</summary>
internal enum XmlTokenKind
{
    /// <summary>There is no token: before the first one and after the last.</summary>
    None,

    /// <summary>The start of an element.</summary>
    Start,

    /// <summary>The end of an element. For an element like <c>&lt;a/&gt;</c>, it directly follows the start.</summary>
    End,

    /// <summary>Text that may contain references.</summary>
    Text,

    /// <summary>Literal text, from a CDATA section.</summary>
    CharacterData,
}
