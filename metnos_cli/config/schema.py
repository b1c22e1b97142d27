"""Every configuration key there is: one row each, with its kind, default and documentation in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

Kind = Literal["text", "path", "zone", "integer", "number", "flag", "texts", "table"]


@dataclass(frozen=True, slots=True)
class Key:
    """One setting."""

    section: str
    """TOML table."""
    name: str
    """Key in it."""
    kind: Kind
    """text, path (text with ``~``), zone (IANA name), integer, number, flag, texts (list), table (free keys)."""
    default: Any
    """Value when nobody says otherwise; empty text or 0 where that means "not set" or "automatic"."""
    doc_it: str
    """What it does, in Italian."""
    doc_en: str
    """What it does, in English."""
    choices: tuple[str, ...] = ()
    """Allowed texts; empty: any."""
    minimum: float | None = None
    """Smallest allowed number."""
    maximum: float | None = None
    """Largest allowed number."""
    alias: str = ""
    """A second, shorter name of its environment variable."""
    example: str = ""
    """TOML lines that show a table (kind table)."""

    @property
    def dotted(self) -> str:
        """``section.name``."""
        return f"{self.section}.{self.name}"

    @property
    def variables(self) -> tuple[str, ...]:
        """Environment variables that set it, the stronger one first."""
        own = f"METNOS_{self.section}_{self.name}".upper()
        return (own, self.alias) if self.alias else (own,)

    def doc(self, lang: Lang) -> str:
        """What it does, in ``lang``."""
        return self.doc_it if lang == "it" else self.doc_en


SECTIONS: Mapping[str, tuple[str, str]] = {
    "general": ("Chi sei e dove sei.", "Who and where you are."),
    "engine": ("Chi propone i piani, e con quali limiti.", "Who proposes plans, and within what limits."),
    "model": ("Il modello linguistico locale.", "The local language model."),
    "frontier": (
        "Un servizio esterno: usato solo se configurato e scelto.",
        "An outside service: used only when configured and chosen.",
    ),
    "embedder": ("Chi confronta le richieste per significato.", "What compares requests by meaning."),
    "safety": ("Che cosa Metnos può toccare.", "What Metnos may touch."),
    "fast_path": (
        "Richieste a un solo passo, riconosciute dalla memoria.",
        "One-step requests, recognised from memory.",
    ),
    "multi_tool_fast_path": (
        "Sequenze di più passi, riconosciute dalla memoria.",
        "Sequences of several steps, recognised from memory.",
    ),
    "memory": ("Quanto si ricorda e per quanto tempo.", "How much is remembered, and for how long."),
    "ui": ("Come appare il terminale.", "What the terminal looks like."),
}
"""Sections in the order of the file, with their headings (it, en)."""

KEYS: tuple[Key, ...] = (
    # -- general
    Key(
        "general",
        "lang",
        "text",
        "auto",
        "Lingua delle risposte; auto: quella del sistema.",
        "Language of the answers; auto: the system's.",
        choices=("auto", "it", "en"),
        alias="METNOS_LANG",
    ),
    Key(
        "general",
        "location",
        "text",
        "",
        'Dove ti trovi, ad esempio "Bologna"; Metnos non lo indovina.',
        'Where you are, for example "Bologna"; Metnos does not guess it.',
    ),
    Key(
        "general",
        "timezone",
        "zone",
        "",
        'Fuso orario, ad esempio "Europe/Rome"; vuoto: quello del sistema.',
        'Time zone, for example "Europe/Rome"; empty: the system\'s.',
    ),
    # -- engine
    Key(
        "engine",
        "proposer",
        "text",
        "auto",
        "auto: metis se c'è un modello, altrimenti offline.",
        "auto: metis when there is a model, offline otherwise.",
        choices=("auto", "simple", "metis", "frontier", "offline"),
        alias="METNOS_ENGINE",
    ),
    Key("engine", "max_steps", "integer", 6, "Passi di un piano, al massimo.", "Steps of a plan, at most.", (), 1, 12),
    Key(
        "engine",
        "pool_size",
        "integer",
        8,
        "Quanti esecutori vede chi propone il piano.",
        "How many executors the planner is shown.",
        minimum=1,
        maximum=40,
    ),
    Key(
        "engine",
        "step_timeout_s",
        "number",
        120.0,
        "Secondi dopo i quali un passo viene fermato, al massimo.",
        "Seconds after which a step is stopped, at most.",
        minimum=0.1,
    ),
    Key(
        "engine",
        "fillers",
        "table",
        {},
        "Valori già noti per le domande dei piani.",
        "Values already known for the questions of plans.",
        example='cestino_folder = "Trash"',
    ),
    # -- model
    Key(
        "model",
        "path",
        "path",
        "",
        "File GGUF del modello; vuoto: nessun modello.",
        "The model's GGUF file; empty: no model.",
        alias="METNOS_MODEL",
    ),
    Key("model", "context", "integer", 4096, "Contesto, in token.", "Context, in tokens.", minimum=512),
    Key("model", "threads", "integer", 0, "Thread; 0: automatico.", "Threads; 0: automatic.", minimum=0),
    Key(
        "model",
        "gpu_layers",
        "integer",
        0,
        "Strati sulla scheda grafica; -1: tutti.",
        "Layers on the graphics card; -1: all.",
        minimum=-1,
    ),
    Key(
        "model",
        "endpoint",
        "text",
        "",
        "Server compatibile con OpenAI (llama-server, vLLM, Ollama), al posto del file.",
        "OpenAI-compatible server (llama-server, vLLM, Ollama), instead of the file.",
    ),
    Key("model", "endpoint_model", "text", "", "Nome del modello sul server.", "The model's name on the server."),
    Key(
        "model",
        "endpoint_key_env",
        "text",
        "",
        "Variabile d'ambiente che contiene la chiave del server.",
        "Environment variable that holds the server's key.",
    ),
    Key(
        "model",
        "warm_up",
        "flag",
        True,
        "metnos chat prepara il modello mentre scrivi.",
        "metnos chat prepares the model while you type.",
    ),
    # -- frontier
    Key("frontier", "endpoint", "text", "", "Indirizzo del servizio.", "Address of the service."),
    Key("frontier", "model", "text", "", "Nome del modello.", "The model's name."),
    Key(
        "frontier",
        "key_env",
        "text",
        "",
        "Variabile d'ambiente che contiene la chiave.",
        "Environment variable that holds the key.",
    ),
    # -- embedder
    Key(
        "embedder",
        "name",
        "text",
        "builtin",
        "builtin: compreso in Metnos; bge_m3: FlagEmbedding (extra bge); endpoint: un server.",
        "builtin: inside Metnos; bge_m3: FlagEmbedding (extra bge); endpoint: a server.",
        choices=("builtin", "bge_m3", "endpoint"),
    ),
    Key("embedder", "path", "path", "", "Cartella di BGE-M3.", "Folder of BGE-M3."),
    Key("embedder", "endpoint", "text", "", "Server di embedding.", "Embedding server."),
    Key("embedder", "endpoint_model", "text", "", "Nome del modello sul server.", "The model's name on the server."),
    Key(
        "embedder",
        "endpoint_key_env",
        "text",
        "",
        "Variabile d'ambiente che contiene la chiave del server.",
        "Environment variable that holds the server's key.",
    ),
    # -- safety
    Key(
        "safety",
        "roots",
        "texts",
        ("~",),
        "Cartelle permesse; fuori da queste i file non si toccano.",
        "Allowed folders; files outside them are not touched.",
    ),
    Key(
        "safety",
        "private_hosts",
        "texts",
        (),
        'Indirizzi privati permessi, ad esempio "192.168.1.10" o "localhost:8080".',
        'Private addresses that are allowed, for example "192.168.1.10" or "localhost:8080".',
    ),
    # -- fast_path
    Key(
        "fast_path",
        "canonical_query_enabled",
        "flag",
        True,
        "Riconosce richieste già viste.",
        "Recognises requests seen before.",
    ),
    Key(
        "fast_path",
        "canonical_query_min_uses",
        "integer",
        3,
        "Volte che una richiesta deve essere riuscita.",
        "Times a request must have succeeded.",
        minimum=1,
    ),
    Key(
        "fast_path",
        "canonical_query_threshold",
        "number",
        0.95,
        "Coseno richiesto, sulla scala di BGE-M3.",
        "Cosine called for, on BGE-M3's scale.",
        minimum=0,
        maximum=1,
    ),
    Key(
        "fast_path",
        "canonical_query_args_llm",
        "flag",
        False,
        "Gli argomenti mancanti li estrae il modello.",
        "Missing arguments are extracted by the model.",
    ),
    # -- multi_tool_fast_path
    Key(
        "multi_tool_fast_path",
        "enabled",
        "flag",
        False,
        "Riconosce sequenze; si accende da sé quando ce ne sono abbastanza.",
        "Recognises sequences; turns itself on when there are enough.",
    ),
    Key(
        "multi_tool_fast_path",
        "chain_to_planner",
        "flag",
        False,
        "Esegue la parte nota e fa pianificare il resto.",
        "Runs the known part and has the rest planned.",
    ),
    Key(
        "multi_tool_fast_path",
        "threshold",
        "number",
        0.88,
        "Coseno richiesto, sulla scala di BGE-M3.",
        "Cosine called for, on BGE-M3's scale.",
        minimum=0,
        maximum=1,
    ),
    Key(
        "multi_tool_fast_path",
        "min_uses",
        "integer",
        3,
        "Volte che una sequenza deve essere riuscita.",
        "Times a sequence must have succeeded.",
        minimum=1,
    ),
    Key(
        "multi_tool_fast_path",
        "ttl_active_days",
        "integer",
        30,
        "Giorni d'uso senza servire, dopo i quali si dimentica.",
        "Active days without serving after which it is forgotten.",
        minimum=1,
    ),
    Key(
        "multi_tool_fast_path",
        "k_synth",
        "integer",
        50,
        "Usi dopo i quali una sequenza può diventare un esecutore.",
        "Uses after which a sequence may become an executor.",
        minimum=2,
    ),
    # -- memory
    Key("memory", "enabled", "flag", True, "Usa la memoria e impara.", "Uses the memory and learns."),
    Key(
        "memory",
        "max_entries",
        "integer",
        100_000,
        "Voci per tabella; le meno usate escono per prime.",
        "Entries per table; the least used leave first.",
        minimum=10,
    ),
    Key(
        "memory",
        "ttl_active_days",
        "integer",
        30,
        "Giorni d'uso senza servire, dopo i quali una voce si dimentica.",
        "Active days without serving after which an entry is forgotten.",
        minimum=1,
    ),
    Key(
        "memory",
        "min_obs",
        "integer",
        5,
        "Osservazioni prima che uno sfidante possa vincere.",
        "Observations before a challenger may win.",
        minimum=1,
    ),
    Key(
        "memory",
        "ban_active_days",
        "integer",
        14,
        "Giorni d'uso per i quali resta escluso ciò che hai rifiutato tre volte.",
        "Active days for which what you rejected three times stays out.",
        minimum=1,
    ),
    # -- ui
    Key(
        "ui",
        "explain",
        "text",
        "on",
        "Pannello della cascata in chat: off, on (breve), full.",
        "Panel of the cascade in chat: off, on (short), full.",
        choices=("off", "on", "full"),
    ),
    Key(
        "ui",
        "glyphs",
        "text",
        "auto",
        "Simboli; auto: secondo la codifica del terminale.",
        "Symbols; auto: by the terminal's encoding.",
        choices=("auto", "unicode", "ascii"),
    ),
    Key(
        "ui",
        "edit_mode",
        "text",
        "emacs",
        "Tasti di scrittura in chat.",
        "Editing keys in chat.",
        choices=("emacs", "vi"),
    ),
    Key("ui", "key_ok", "text", "c-g", "Tasto per ✓, su riga vuota.", "Key for ✓, on an empty line."),
    Key("ui", "key_no", "text", "c-x", "Tasto per ✗, su riga vuota.", "Key for ✗, on an empty line."),
    Key("ui", "key_retry", "text", "c-t", "Tasto per ↺, su riga vuota.", "Key for ↺, on an empty line."),
    Key(
        "ui",
        "ask_wanted",
        "flag",
        True,
        "Dopo ✗ chiede che cosa volevi (si può lasciare vuoto).",
        "After ✗ asks what you wanted (may be left empty).",
    ),
    Key(
        "ui",
        "rows",
        "integer",
        20,
        "Righe di una tabella di risultati, al massimo.",
        "Rows of a table of results, at most.",
        minimum=1,
    ),
)
"""One row per key, in the order of the file; whoever needs a key adds its row."""

BY_NAME: Mapping[str, Key] = {key.dotted: key for key in KEYS}
"""Rows by ``section.name``."""
