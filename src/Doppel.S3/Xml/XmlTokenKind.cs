namespace Doppel.S3.Xml;

/// <summary>What a tokenizer stands on.</summary>
internal enum XmlTokenKind
{
    /// <summary>Before the first and behind the last.</summary>
    None,

    /// <summary>An element begins.</summary>
    Start,

    /// <summary>An element ends; one like <c>&lt;a/&gt;</c> too, right after its start.</summary>
    End,

    /// <summary>Text with references in it.</summary>
    Text,

    /// <summary>Text as it is.</summary>
    CharacterData,
}
